package okibi.explain.facts

import munit.FunSuite
import okibi.explain.event.{BlockStatus, PersistenceLevel, SampleApplication}
import okibi.explain.event.SampleApplication.{memoryAndDisk, memoryOnly, rdd}
import okibi.explain.facts.SampleFacts._

class CacheFactsSuite extends FunSuite {
  private def points(level: PersistenceLevel, partitions: Int) = rdd(3, "points", partitions, Some(level))

  private def stored(partition: Int, id: Int = 3) = BlockStatus(s"rdd_${id}_$partition", memoryOnly, 1000, 0)

  /** An eviction to disk; Spark logs it with the size that the block had in memory. */
  private def moved(partition: Int) = BlockStatus(s"rdd_3_$partition", memoryAndDisk.copy(memory = false), 1000, 400)
  private def gone(partition: Int) = BlockStatus(s"rdd_3_$partition", PersistenceLevel.none, 1000, 0)

  test("blocks leave memory and come back, and tasks count by where they found their block") {
    val rdd = points(memoryAndDisk, 3)
    val Seq(cache) = new SampleApplication(1)
      .cached(rdd)((10L, Seq(stored(0))), (20L, Seq(stored(1))), (30L, Seq(moved(0), stored(2))))
      .cached(rdd)((5L, Nil), (1L, Nil), (2L, Seq(moved(0))))
      .facts
      .storage
      .caches
    assertEquals((cache.stored.partitions, cache.stored.storedAgain), (3, 0L))
    assertEquals(cache.evictions, EvictionFacts(2, 2000, 1))
    assertEquals(cache.use.firstTasks, TaskSum(3, 60))
    assertEquals(
      cache.use.reads,
      Seq(CacheReads(1, 0, memory = TaskSum(2, 3), disk = TaskSum(1, 5), nowhere = TaskSum()))
    )
  }

  test("partitions that find no room are computed by every stage that needs them") {
    val rdd = points(memoryOnly, 2)
    val Seq(cache) = new SampleApplication(1)
      .cached(rdd)((10L, Seq(stored(0))), (20L, Nil))
      .cached(rdd)((1L, Nil), (20L, Seq(gone(0), stored(1))))
      .cached(rdd)((10L, Seq(gone(1), stored(0))), (20L, Nil))
      .facts
      .storage
      .caches
    assertEquals((cache.stored.partitions, cache.evictions.count, cache.stored.storedAgain), (2, 2L, 1L))
    assertEquals(
      cache.use.reads.map(reads => (reads.memory, reads.nowhere)),
      Seq((TaskSum(1, 1), TaskSum(1, 20)), (TaskSum(), TaskSum(2, 30)))
    )
  }

  test("an unpersisted block is nowhere, and that is no eviction") {
    val rdd = points(memoryOnly, 1)
    val Seq(cache) = new SampleApplication(1)
      .cached(rdd)((10L, Seq(stored(0))))
      .unpersist(3)
      .cached(rdd)((10L, Nil))
      .facts
      .storage
      .caches
    assertEquals((cache.evictions.count, cache.use.reads.map(_.nowhere.count)), (0L, Seq(1)))
  }

  test("figures of an unpersisted RDD stay until it is persisted again, and begin anew then") {
    val rdd = points(memoryOnly, 2)
    def once(app: SampleApplication): SampleApplication =
      app.cached(rdd)((10L, Seq(stored(0))), (10L, Seq(stored(1)))).unpersist(3)
    def counted(app: SampleApplication) = app.facts.storage.caches.map { cache =>
      (cache.stored.partitions, cache.stored.bytes, cache.stored.storedAgain)
    }
    assertEquals(counted(once(new SampleApplication(1))), Seq((2, 2000L, 0L)))
    assertEquals(counted(once(once(new SampleApplication(1)))), Seq((2, 2000L, 0L)))
    assertEquals(
      counted(once(new SampleApplication(1)).cached(rdd)((10L, Seq(stored(0))), (10L, Nil))),
      Seq((1, 1000L, 0L))
    )
  }

  test("an ancestor is read while nothing of its descendants is stored, as after unpersist") {
    val source = rdd(1, "points", 1, Some(memoryOnly))
    val derived = rdd(2, "points", 1, Some(memoryOnly)).copy(parents = Seq(1))
    val facts = new SampleApplication(1)
      .cached(source)((10L, Seq(stored(0, id = 1))))
      .cached(source, derived)((10L, Seq(stored(0, id = 2))))
      .unpersist(2)
      .cached(source, derived)((10L, Nil))
      .facts
    assertEquals(facts.storage.caches.find(_.rdd.id == 1).map(_.use.lastStage), Some(2))
  }

  test("a task reads its nearest persisted RDD, and blocks of other kinds are ignored") {
    val source = rdd(1, "points", 1, Some(memoryOnly))
    val between = rdd(7, "", 1).copy(parents = Seq(1))
    val derived = rdd(2, "points", 1, Some(memoryOnly)).copy(parents = Seq(7))
    val others = Seq("broadcast_1", "rdd_99999999999_1").map(BlockStatus(_, memoryOnly, 5, 0))
    val facts = new SampleApplication(1).cached(source, between, derived)((10L, stored(0, id = 2) +: others)).facts
    assertEquals(facts.storage.caches.map(_.rdd.id), Seq(2))
  }

  test("blocks are lost with their executor, and one of several copies may go") {
    val rdd = points(memoryAndDisk, 2)
    def stage = new SampleApplication(1).cached(rdd)((10L, Seq(stored(0))), (10L, Seq(stored(1))))
    val Seq(lost) = stage.lost("spot").cached(rdd)((10L, Nil), (10L, Nil)).facts.storage.caches
    assertEquals((lost.use.reads.map(_.nowhere.count), lost.stored.heldBytes), (Seq(2), 0L))
    val Seq(copied) = stage.updated(gone(0), "2").cached(rdd)((10L, Nil), (10L, Nil)).facts.storage.caches
    assertEquals(copied.use.reads.map(_.memory.count), Seq(2))
  }

  test("a log without block updates has no caches") {
    assertEquals(new SampleApplication(1).cached(points(memoryOnly, 1))((10L, Nil)).facts.storage.caches, Nil)
  }
}
