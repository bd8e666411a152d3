package okibi.core.reuse

import okibi.core.Threads
import okibi.core.block.BlockKey

final class ReuseViewSuite extends munit.FunSuite {
  private val block = BlockKey(1, 0)
  private def reuse(rdd: Int, later: Double, distance: Double, pending: Int*)(peers: Int*): RddReuse =
    RddReuse(rdd, pending.toArray, later, distance, peers.toArray)
  private def plan(version: Long, stage: Int, rdds: RddReuse*): ReusePlan = ReusePlan(version, stage, rdds.toArray)

  test("an RDD outside the plan has unknown uses and distance, and no peers") {
    val view = new ReuseView
    view.onRead(block, 3)
    assert(view.readsAhead(block).isNaN)
    assert(view.stagesAhead(block).isNaN)
    assertEquals(view.peers(block), Nil)
  }

  test("a read of a partition lowers its own uses, and not those of its siblings") {
    val view = new ReuseView
    view.update(plan(1, 6, reuse(1, 2.0, 3.0, 4, 6)(), reuse(2, 0.0, Double.PositiveInfinity, 5)()))
    assertEquals((view.readsAhead(block), view.stagesAhead(block)), (4.0, 0.0))
    view.onRead(block, 4)
    assertEquals((view.readsAhead(block), view.stagesAhead(block)), (3.0, 2.0))
    assertEquals(view.readsAhead(BlockKey(1, 1)), 4.0)
    view.onRead(block, 6)
    assertEquals((view.readsAhead(block), view.stagesAhead(block)), (2.0, 5.0))
    assertEquals((view.readsAhead(BlockKey(2, 0)), view.stagesAhead(BlockKey(2, 0))), (1.0, 1.0))
    view.onRead(BlockKey(2, 0), 5)
    assertEquals((view.readsAhead(BlockKey(2, 0)), view.stagesAhead(BlockKey(2, 0))), (0.0, Double.PositiveInfinity))
  }

  test("a read by a stage newer than the plan is one of the later reads that the plan expected") {
    val view = new ReuseView
    view.update(plan(1, 6, reuse(1, 2.0, 1.0)()))
    view.onRead(block, 7)
    assertEquals(view.readsAhead(block), 1.0)
    assertEquals(view.readsAhead(BlockKey(1, 1)), 2.0)
  }

  test("reads outside a task and late reads of older stages change nothing") {
    val view = new ReuseView
    view.update(plan(1, 6, reuse(1, 0.0, 1.0, 4, 6)()))
    view.onRead(block, 6)
    view.onRead(block, 4)
    view.onRead(block, -1)
    assertEquals(view.readsAhead(block), 0.0)
  }

  test("an older plan that arrives late is ignored") {
    val view = new ReuseView
    view.update(plan(2, 6, reuse(1, 2.0, 1.0)()))
    view.update(plan(1, 5, reuse(1, 1.0, 1.0)()))
    assertEquals(view.readsAhead(block), 2.0)
    assertEquals(view.version, 2L)
    assert(view.knows(6))
    assert(!view.knows(7))
  }

  test("peers are the partitions of the same number") {
    val view = new ReuseView
    view.update(plan(1, 6, reuse(1, 2.0, 1.0)(2, 3)))
    assertEquals(view.peers(BlockKey(1, 8)), Seq(BlockKey(2, 8), BlockKey(3, 8)))
  }

  test("the reads of a forgotten RDD do not count") {
    val view = new ReuseView
    view.update(plan(1, 6, reuse(1, 0.0, 1.0, 4)()))
    view.onRead(block, 4)
    view.forget(1)
    assertEquals(view.readsAhead(block), 1.0)
  }

  test("reads by many threads at once are all noted") {
    val view = new ReuseView
    view.update(plan(1, 1, reuse(1, 0.0, 1.0, 1)()))
    Threads.run(4)(n => for (partition <- n until 20000 by 4) view.onRead(BlockKey(1, partition), 1))
    assertEquals((0 until 20000).count(partition => view.readsAhead(BlockKey(1, partition)) != 0.0), 0)
  }
}
