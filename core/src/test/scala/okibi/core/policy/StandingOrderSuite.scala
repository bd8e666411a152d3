package okibi.core.policy

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

import okibi.core.block.BlockKey

class StandingOrderSuite extends ScalaCheckSuite {

  /** The policy behind an order that stands as long as one of so many residents, however many there are. */
  private def standing(spec: PolicySpec, residents: Int): PolicySpec =
    spec.copy(make = knowledge => StandingOrder.of(spec.make(knowledge), () => residents, () => 0L))

  Policies.all.foreach { spec =>
    property(s"${spec.name} keeps the laws behind a standing order") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.oneOf(true, false), Gen.choose(0, 1000)) {
        (trace, share, foreseen, residents) =>
          val capacity = math.max(1L, (trace.totalBytes * share).toLong)
          Laws.check(trace, standing(spec, residents), foreseen, capacity, asOfNow = false)
          true
      }
    }

    property(s"${spec.name} decides as ever behind an order of fewer than 32 residents") {
      forAll(PolicyLawsSuite.traces, Gen.choose(0.02, 1.2), Gen.choose(0, 31)) { (trace, share, residents) =>
        val capacity = math.max(1L, (trace.totalBytes * share).toLong)
        assertEquals(
          new CacheModel(trace, standing(spec, residents), foreseen = false, capacity).run(),
          new CacheModel(trace, spec, foreseen = false, capacity).run()
        )
      }
    }
  }

  private val blocks = (0 until 100).map(BlockKey(1, _))
  private val newcomer = BlockKey(2, 0)

  /** Blocks are worth what `scores` says at the time; `asked` counts. */
  private final class Scores(var of: BlockKey => Double) extends Scored {
    var asked = 0
    override protected def score(block: BlockKey): Double = {
      asked += 1
      of(block)
    }
  }

  private def filled(scores: Scores, version: () => Long = () => 0L): Policy = {
    val order = StandingOrder.of(scores, () => blocks.size, version)
    blocks.foreach(order.onPut)
    order
  }

  test("a ranking stands for a thirty-second part of the residents, and no longer") {
    val scores = new Scores(_.partition.toDouble)
    val order = filled(scores)
    assertEquals(order.victims.next(), blocks.head)
    assertEquals(scores.asked, blocks.size)
    scores.of = -_.partition.toDouble
    (1 to 3).foreach { _ =>
      order.onRead(newcomer)
      assertEquals(order.victims.next(), blocks.head)
    }
    assertEquals(scores.asked, blocks.size)
    order.onRead(newcomer)
    assertEquals(order.victims.next(), blocks.last)
    assertEquals(scores.asked, 2 * blocks.size)
  }

  test("what left is left out, what came in goes last, and what was passed over comes first again") {
    val order = filled(new Scores(_.partition.toDouble))
    assertEquals(order.victims.take(3).toList, blocks.take(3).toList)
    order.onDrop(blocks(1)) // was listed
    order.onDrop(blocks(7)) // was not
    order.onPut(newcomer)
    val expected = blocks.filterNot(Set(blocks(1), blocks(7))) :+ newcomer
    assertEquals(order.victims.toList, expected.toList)
    assertEquals(order.victims.toList, expected.toList)
  }

  test("a new version is ranked at once") {
    var version = 1L
    val scores = new Scores(_.partition.toDouble)
    val order = filled(scores, () => version)
    assertEquals(order.victims.next(), blocks.head)
    scores.of = -_.partition.toDouble
    version = 2L
    assertEquals(order.victims.next(), blocks.last)
  }

  test("a place is given by the scores of now") {
    val scores = new Scores(block => if (block == newcomer) 50.0 else block.partition.toDouble)
    val order = filled(scores)
    assert(order.replaces(newcomer, order.victims.next()))
    scores.of = block => if (block == newcomer) 50.0 else 100.0 - block.partition
    assertEquals(order.victims.next(), blocks.head)
    assert(!order.replaces(newcomer, blocks.head))
  }
}
