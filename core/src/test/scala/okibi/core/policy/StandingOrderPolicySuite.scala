package okibi.core.policy

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.block.BlockKey

class StandingOrderPolicySuite extends ScalaCheckSuite {

  /** The policy behind a standing order that always takes the number of resident blocks as `residents`. */
  private def standing(spec: PolicySpec, residents: Int): PolicySpec =
    spec.copy(make = knowledge => StandingOrderPolicy.of(spec.make(knowledge), () => residents, () => 0L))

  Policies.all.foreach { spec =>
    property(s"${spec.name} keeps the laws behind a standing order") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.oneOf(true, false), Gen.choose(0, 1000)) {
        (trace, share, foreseen, residents) =>
          val capacity = math.max(1L, (trace.totalBytes * share).toLong)
          PolicyLaws.check(trace, standing(spec, residents), foreseen, capacity, currentOrder = false)
          true
      }
    }

    property(s"${spec.name} decides the same behind a standing order of fewer than 32 resident blocks") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.choose(0, 31)) { (trace, share, residents) =>
        val capacity = math.max(1L, (trace.totalBytes * share).toLong)
        assertEquals(
          new TraceReplay(trace, standing(spec, residents), foreseen = false, capacity).run(),
          new TraceReplay(trace, spec, foreseen = false, capacity).run()
        )
      }
    }
  }

  private val blocks = (0 until 100).map(BlockKey(1, _))
  private val newcomer = BlockKey(2, 0)

  /** A policy with the scores of a function that a test may change. `evaluations` counts its calls. */
  private final class Scores(var scoreOf: BlockKey => Double) extends ScoredPolicy {
    var evaluations = 0
    override protected def score(block: BlockKey): Double = {
      evaluations += 1
      scoreOf(block)
    }
  }

  private def filled(scores: Scores, version: () => Long = () => 0L): Policy = {
    val order = StandingOrderPolicy.of(scores, () => blocks.size, version)
    blocks.foreach(order.onPut)
    order
  }

  test("a ranking stands for changes of a thirty-second part of the resident blocks, and no longer") {
    val scores = new Scores(_.partition.toDouble)
    val order = filled(scores)
    assertEquals(order.victims.next(), blocks.head)
    assertEquals(scores.evaluations, blocks.size)
    scores.scoreOf = -_.partition.toDouble
    (1 to 3).foreach { _ =>
      order.onRead(newcomer)
      assertEquals(order.victims.next(), blocks.head)
    }
    assertEquals(scores.evaluations, blocks.size)
    order.onRead(newcomer)
    assertEquals(order.victims.next(), blocks.last)
    assertEquals(scores.evaluations, 2 * blocks.size)
  }

  test("a dropped block leaves the order, a newcomer comes last, and blocks that were skipped come first again") {
    val order = filled(new Scores(_.partition.toDouble))
    assertEquals(order.victims.take(3).toList, blocks.take(3).toList)
    order.onDrop(blocks(1)) // was listed as a victim
    order.onDrop(blocks(7)) // was not listed
    order.onPut(newcomer)
    val expected = blocks.filterNot(Set(blocks(1), blocks(7))) :+ newcomer
    assertEquals(order.victims.toList, expected.toList)
    assertEquals(order.victims.toList, expected.toList)
  }

  test("a new version of the knowledge is ranked at once") {
    var version = 1L
    val scores = new Scores(_.partition.toDouble)
    val order = filled(scores, () => version)
    assertEquals(order.victims.next(), blocks.head)
    scores.scoreOf = -_.partition.toDouble
    version = 2L
    assertEquals(order.victims.next(), blocks.last)
  }

  test("replacements follow the current scores") {
    val scores = new Scores(block => if (block == newcomer) 50.0 else block.partition.toDouble)
    val order = filled(scores)
    assert(order.replaces(newcomer, order.victims.next()))
    scores.scoreOf = block => if (block == newcomer) 50.0 else 100.0 - block.partition
    assertEquals(order.victims.next(), blocks.head)
    assert(!order.replaces(newcomer, blocks.head))
  }
}
