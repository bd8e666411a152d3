package okibi.mapreduce.merge

import java.util.{Comparator, PriorityQueue, Random}

import scala.jdk.CollectionConverters._

import munit.FunSuite

import okibi.mapreduce.spill.{Spill, SpillReader, SpillFixture}

class MergeBudgetSuite extends FunSuite {
  private val megabyte = 1 << 20
  private val least = SpillReader.LEAST_BLOCK_BYTES

  private def spills(count: Int, block: Int): Seq[Spill] = Seq.fill(count)(SpillFixture.of(megabyte, block))

  private def holds(coded: Boolean, spills: Seq[Spill]): Boolean = new MergeBudget(coded).holds(spills.asJava)

  test(
    "ordinary spills are merged at once up to 256, compressed ones up to 20, those with keys of 5 MB up to 3, of any size 2"
  ) {
    assert(holds(coded = false, spills(256, least)) && !holds(coded = false, spills(257, least)))
    assert(holds(coded = true, spills(20, least)) && !holds(coded = true, spills(21, least)))
    assert(holds(coded = false, spills(3, 5 * megabyte)) && !holds(coded = false, spills(4, 5 * megabyte)))
    assert(holds(coded = true, spills(2, 500 * megabyte)) && !holds(coded = false, spills(3, 500 * megabyte)))
  }

  test(
    "however many spills there are and however large their keys: what is merged at once has room, two apart, and nothing is merged for nothing"
  ) {
    (0L until 300L).foreach { seed =>
      val random = new Random(seed)
      val room = new MergeBudget(random.nextBoolean())
      val largest = least << random.nextInt(11)
      def block(): Int = if (random.nextInt(3) == 0) least + random.nextInt(largest) else least
      val queue = new PriorityQueue[Spill](Comparator.comparingLong[Spill](_.bytes))
      (0 until random.nextInt(1000)).foreach(_ =>
        queue.add(SpillFixture.of(random.nextInt(100 * megabyte).toLong, block()))
      )
      def assertBlocksHaveRoom(merged: Seq[Spill]): Unit = {
        val blocks = merged.map(spill => room.blockBytes(spill, merged.asJava))
        blocks.zip(merged).foreach { case (bytes, spill) => assert(bytes >= spill.leastBlockBytes, s"seed $seed") }
        assert(merged.size <= 2 || blocks.map(_.toLong).sum <= MergeBudget.BYTES, s"seed $seed: $blocks")
      }
      while (!room.holds(queue)) {
        val before = queue.size
        val taken = room.take(queue).asScala.toSeq
        assert(taken.size >= 2 && room.holds(taken.asJava), s"seed $seed: ${taken.size}")
        assertEquals(queue.size, before - taken.size, s"seed $seed")
        assertBlocksHaveRoom(taken)
        queue.add(SpillFixture.of(taken.map(_.bytes).sum, taken.map(_.leastBlockBytes).max))
      }
      assertBlocksHaveRoom(queue.asScala.toSeq)
    }
  }

  test("the first pass merges no more than the last one needs") {
    val queue = new PriorityQueue[Spill](Comparator.comparingLong[Spill](_.bytes))
    (1 to 260).foreach(i => queue.add(SpillFixture.of(i.toLong, least)))
    assertEquals(new MergeBudget(false).take(queue).asScala.map(_.bytes).toSeq, Seq(1L, 2L, 3L, 4L, 5L))
  }
}
