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

  test("a merge holds 256 ordinary spills, 20 compressed ones, 3 with keys of 5 MB, and 2 with keys of any size") {
    assert(holds(coded = false, spills(256, least)) && !holds(coded = false, spills(257, least)))
    assert(holds(coded = true, spills(20, least)) && !holds(coded = true, spills(21, least)))
    assert(holds(coded = false, spills(3, 5 * megabyte)) && !holds(coded = false, spills(4, 5 * megabyte)))
    assert(holds(coded = true, spills(2, 500 * megabyte)) && !holds(coded = false, spills(3, 500 * megabyte)))
  }

  test("for any spills, each merge keeps the budget unless it merges two, and takes at least two spills") {
    (0L until 300L).foreach { seed =>
      val random = new Random(seed)
      val budget = new MergeBudget(random.nextBoolean())
      val largest = least << random.nextInt(11)
      def block(): Int = if (random.nextInt(3) == 0) least + random.nextInt(largest) else least
      val queue = new PriorityQueue[Spill](Comparator.comparingLong[Spill](_.bytes))
      (0 until random.nextInt(1000)).foreach(_ =>
        queue.add(SpillFixture.of(random.nextInt(100 * megabyte).toLong, block()))
      )
      def assertBlocksHaveRoom(merged: Seq[Spill]): Unit = {
        val blocks = merged.map(spill => budget.blockBytes(spill, merged.asJava))
        blocks.zip(merged).foreach { case (bytes, spill) => assert(bytes >= spill.leastBlockBytes, s"seed $seed") }
        assert(merged.size <= 2 || blocks.map(_.toLong).sum <= MergeBudget.BYTES, s"seed $seed: $blocks")
      }
      while (!budget.holds(queue)) {
        val before = queue.size
        val taken = budget.take(queue).asScala.toSeq
        assert(taken.size >= 2 && budget.holds(taken.asJava), s"seed $seed: ${taken.size}")
        assertEquals(queue.size, before - taken.size, s"seed $seed")
        assertBlocksHaveRoom(taken)
        queue.add(SpillFixture.of(taken.map(_.bytes).sum, taken.map(_.leastBlockBytes).max))
      }
      assertBlocksHaveRoom(queue.asScala.toSeq)
    }
  }

  test("the first pass merges no more spills than the last pass needs") {
    val queue = new PriorityQueue[Spill](Comparator.comparingLong[Spill](_.bytes))
    (1 to 260).foreach(i => queue.add(SpillFixture.of(i.toLong, least)))
    assertEquals(new MergeBudget(false).take(queue).asScala.map(_.bytes).toSeq, Seq(1L, 2L, 3L, 4L, 5L))
  }
}
