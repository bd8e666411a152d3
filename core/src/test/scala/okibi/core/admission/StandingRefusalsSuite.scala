package okibi.core.admission

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class StandingRefusalsSuite extends ScalaCheckSuite {

  test("a refusal stands for twenty times as long as it took, for its RDD and its memory only") {
    val refusals = new StandingRefusals
    refusals.note(rdd = 1, offHeap = false, startNs = 1000, endNs = 1100)
    assert(refusals.stands(1, offHeap = false, nowNs = 1100))
    assert(refusals.stands(1, offHeap = false, nowNs = 3099))
    assert(!refusals.stands(1, offHeap = false, nowNs = 3100))
    assert(!refusals.stands(1, offHeap = true, nowNs = 1100))
    assert(!refusals.stands(2, offHeap = false, nowNs = 1100))
  }

  test("the last refusal of an RDD counts") {
    val refusals = new StandingRefusals
    refusals.note(1, offHeap = true, startNs = 0, endNs = 1000)
    refusals.note(1, offHeap = true, startNs = 1000, endNs = 1001)
    assert(!refusals.stands(1, offHeap = true, nowNs = 1021))
  }

  test("a clock that overflows does not matter") {
    val refusals = new StandingRefusals
    refusals.note(1, offHeap = false, startNs = Long.MaxValue - 10, endNs = Long.MaxValue)
    assert(refusals.stands(1, offHeap = false, nowNs = Long.MinValue + 100))
    assert(!refusals.stands(1, offHeap = false, nowNs = Long.MinValue + 300))
  }

  test("memory is bounded: beyond a thousand RDDs all are forgotten") {
    val refusals = new StandingRefusals
    (0 to 1001).foreach(rdd => refusals.note(rdd, offHeap = false, startNs = 0, endNs = 1000))
    assertEquals((0 to 1001).filter(refusals.stands(_, offHeap = false, nowNs = 1000)), Vector(1001))
  }

  property("rankings that end in a refusal take a twentieth of the time at most, however long each takes") {
    forAll(Gen.nonEmptyListOf(Gen.choose(1L, 1000000L))) { rankingNs =>
      val refusals = new StandingRefusals
      val totalNs = rankingNs.foldLeft(0L) { (nowNs, tookNs) =>
        refusals.note(1, offHeap = false, nowNs, nowNs + tookNs)
        val endNs = nowNs + tookNs
        val nextNs = endNs + 20 * tookNs
        assert(refusals.stands(1, offHeap = false, nextNs - 1) && !refusals.stands(1, offHeap = false, nextNs))
        nextNs
      }
      rankingNs.sum * 20 <= totalNs
    }
  }
}
