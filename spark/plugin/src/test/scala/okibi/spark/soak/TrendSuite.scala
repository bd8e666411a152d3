package okibi.spark.soak

import scala.util.Random

class TrendSuite extends munit.FunSuite {

  /** A value each minute for hours: a level, a rise in an hour as a part of it, and noise. */
  private def trend(hours: Int, rise: Double, noise: Double): Trend = {
    val random = new Random(1)
    Trend.of((0 until hours * 60).map { minute =>
      val at = minute / 60.0
      at -> 1000 * (1 + rise * at + noise * random.nextGaussian())
    })
  }

  test("a level line is flat, and a line that rises is not") {
    assert(trend(2, 0, 0.001).isFlat)
    val rising = trend(2, 0.05, 0.001)
    assert(!rising.isFlat && !rising.isNoise, rising)
  }

  test("a short and noisy series does not tell, a long one does") {
    val short = trend(1, 0.02, 0.05)
    assert(short.error > 0.01, short)
    val long = trend(20, 0.05, 0.05)
    assert(!long.isFlat && !long.isNoise, long)
  }

  test("what is never held is flat") {
    assertEquals(Trend.of((0 until 10).map(_.toDouble -> 0.0)), Trend(0, 0, 0))
  }
}
