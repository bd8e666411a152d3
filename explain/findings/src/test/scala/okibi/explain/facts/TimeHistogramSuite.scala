package okibi.explain.facts

import munit.ScalaCheckSuite
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

class TimeHistogramSuite extends ScalaCheckSuite {
  private val steps = Gen.listOf(
    Gen.frequency(5 -> Gen.choose(0L, 500L), 2 -> Gen.choose(500L, 10000L), 1 -> Gen.choose(10000L, 10000000L))
  )

  property("each time counts once, in its interval, and the number of intervals is bounded") {
    forAll(steps, Gen.choose(1, 20)) { (gaps, most) =>
      val times = gaps.scanLeft(1000000L)(_ + _)
      val histogram = new TimeHistogram(most)
      times.foreach(histogram.add)
      val found = histogram.counts
      assertEquals(found.map(_.count).sum, times.size.toLong)
      assert(found.size <= most, found)
      val ends = found.map(_.fromMs).drop(1) :+ Long.MaxValue
      found.zip(ends).foreach { case (interval, untilMs) =>
        assertEquals(times.count(time => time >= interval.fromMs && time < untilMs).toLong, interval.count)
      }
    }
  }

  test("impossible times count too") {
    val histogram = new TimeHistogram(10)
    Seq(1000L, 9000000000000000000L, 2000L, Long.MaxValue, 0L).foreach(histogram.add)
    assertEquals(histogram.counts.map(_.count).sum, 5L)
  }

  test("a histogram without times is empty") {
    assertEquals(new TimeHistogram().counts, Nil)
  }
}
