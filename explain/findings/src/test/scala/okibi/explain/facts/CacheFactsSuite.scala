package okibi.explain.facts

import munit.FunSuite
import okibi.explain.event.{Block, Level, Rdd, SampleApplication}
import okibi.explain.facts.SampleFacts._

class CacheFactsSuite extends FunSuite {
  private val memory = Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)
  private val both = memory.copy(disk = true)
  private def rdd(level: Level, partitions: Int, id: Int = 3) = Rdd(id, "points", Nil, partitions, Some(level), 0, 0, 0)
  private def stored(partition: Int, id: Int = 3) = Block(s"rdd_${id}_$partition", memory, 1000, 0)

  /** To disk, as Spark tells it: with the size that it had in memory. */
  private def moved(partition: Int) = Block(s"rdd_3_$partition", both.copy(memory = false), 1000, 400)
  private def gone(partition: Int) = Block(s"rdd_3_$partition", Level.none, 1000, 0)

  test("blocks that leave memory and come back, and tasks by where they found theirs") {
    val points = rdd(both, 3)
    val Seq(cache) = new SampleApplication(1)
      .cached(points)((10L, Seq(stored(0))), (20L, Seq(stored(1))), (30L, Seq(moved(0), stored(2))))
      .cached(points)((5L, Nil), (1L, Nil), (2L, Seq(moved(0))))
      .facts
      .caches
    assertEquals(
      (cache.stored, cache.drops, cache.droppedBytes, cache.droppedAgain, cache.storedAgain),
      (3, 2L, 2000L, 1L, 0L)
    )
    assertEquals(cache.making, TaskSum(3, 60))
    assertEquals(cache.reads, Seq(CacheReads(1, 0, memory = TaskSum(2, 3), disk = TaskSum(1, 5), nowhere = TaskSum())))
  }

  test("partitions that find no room are made by every stage that wants them") {
    val points = rdd(memory, 2)
    val Seq(cache) = new SampleApplication(1)
      .cached(points)((10L, Seq(stored(0))), (20L, Nil))
      .cached(points)((1L, Nil), (20L, Seq(gone(0), stored(1))))
      .cached(points)((10L, Seq(gone(1), stored(0))), (20L, Nil))
      .facts
      .caches
    assertEquals((cache.stored, cache.drops, cache.storedAgain), (2, 2L, 1L))
    assertEquals(
      cache.reads.map(its => (its.memory, its.nowhere)),
      Seq((TaskSum(1, 1), TaskSum(1, 20)), (TaskSum(), TaskSum(2, 30)))
    )
  }

  test("what was unpersisted is nowhere, and no drop") {
    val points = rdd(memory, 1)
    val Seq(cache) =
      new SampleApplication(1)
        .cached(points)((10L, Seq(stored(0))))
        .unpersist(3)
        .cached(points)((10L, Nil))
        .facts
        .caches
    assertEquals((cache.drops, cache.reads.map(_.nowhere.count)), (0L, Seq(1)))
  }

  test("what was unpersisted and is persisted again is counted anew; until then it is what it was") {
    val points = rdd(memory, 2)
    def once(made: SampleApplication): SampleApplication =
      made.cached(points)((10L, Seq(stored(0))), (10L, Seq(stored(1)))).unpersist(3)
    def counted(made: SampleApplication) = made.facts.caches.map(its => (its.stored, its.bytes, its.storedAgain))
    assertEquals(counted(once(new SampleApplication(1))), Seq((2, 2000L, 0L)))
    assertEquals(counted(once(once(new SampleApplication(1)))), Seq((2, 2000L, 0L)))
    assertEquals(
      counted(once(new SampleApplication(1)).cached(points)((10L, Seq(stored(0))), (10L, Nil))),
      Seq((1, 1000L, 0L))
    )
  }

  test("what others are made from is asked for while nothing of those is stored, as after unpersist") {
    val (source, derived) = (rdd(memory, 1, id = 1), rdd(memory, 1, id = 2).copy(parents = Seq(1)))
    val made = new SampleApplication(1)
      .cached(source)((10L, Seq(stored(0, id = 1))))
      .cached(source, derived)((10L, Seq(stored(0, id = 2))))
      .unpersist(2)
    assertEquals(made.cached(source, derived)((10L, Nil)).facts.caches.find(_.rdd.id == 1).map(_.lastStage), Some(2))
  }

  test("a task reads the RDD that is nearest to it; names that are no RDD's are passed over") {
    val (source, derived) = (rdd(memory, 1, id = 1), rdd(memory, 1, id = 2).copy(parents = Seq(7)))
    val between = Rdd(7, "", Seq(1), 1, None, 0, 0, 0)
    val made = new SampleApplication(1)
    made.cached(source, between, derived)(
      (10L, Seq(stored(0, id = 2), Block("broadcast_1", memory, 5, 0), Block("rdd_99999999999_1", memory, 5, 0)))
    )
    assertEquals(made.facts.caches.map(_.rdd.id), Seq(2))
  }

  test("blocks are gone with their executor; of several copies one may go") {
    def made = new SampleApplication(1).cached(rdd(both, 2))((10L, Seq(stored(0))), (10L, Seq(stored(1))))
    val Seq(lost) = made.lost("spot").cached(rdd(both, 2))((10L, Nil), (10L, Nil)).facts.caches
    assertEquals((lost.reads.map(_.nowhere.count), lost.held), (Seq(2), 0L))
    val Seq(copied) = made.removed(gone(0), "2").cached(rdd(both, 2))((10L, Nil), (10L, Nil)).facts.caches
    assertEquals(copied.reads.map(_.memory.count), Seq(2))
  }

  test("a log that says nothing of blocks has no caches") {
    assertEquals(new SampleApplication(1).cached(rdd(memory, 1))((10L, Nil)).facts.caches, Nil)
  }
}
