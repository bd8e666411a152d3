package okibi.explain.facts

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class OverTimeSuite extends ScalaCheckSuite {
  private val steps = Gen.listOf(
    Gen.frequency(5 -> Gen.choose(0L, 500L), 2 -> Gen.choose(500L, 10000L), 1 -> Gen.choose(10000L, 10000000L))
  )

  property("whatever happens is counted once, in the span of its time, in a bounded number of spans") {
    forAll(steps, Gen.choose(1, 20)) { (gaps, most) =>
      val times = gaps.scanLeft(1000000L)(_ + _)
      val counts = new OverTime(most)
      times.foreach(counts.add)
      val found = counts.counted
      assertEquals(found.map(_._2).sum, times.size.toLong)
      assert(found.size <= most, found)
      val ends = found.map(_._1).drop(1) :+ Long.MaxValue
      found.zip(ends).foreach { case ((from, count), until) =>
        assertEquals(times.count(time => time >= from && time < until).toLong, count)
      }
    }
  }

  test("times that nobody's clock has") {
    val counts = new OverTime(10)
    Seq(1000L, 9000000000000000000L, 2000L, Long.MaxValue, 0L).foreach(counts.add)
    assertEquals(counts.counted.map(_._2).sum, 5L)
  }

  test("nothing") {
    assertEquals(new OverTime().counted, Nil)
  }
}
