package okibi.spark.soak

/** A line fitted by least squares over the last half of a series.
  *
  * @param level       the mean of that half
  * @param risePerHour how much the line rises in an hour, as a part of the level
  * @param error       the standard error of the rise, in the same unit: it shrinks with the length of the series
  */
final case class Trend(level: Double, risePerHour: Double, error: Double) {
  def isFlat: Boolean = risePerHour < Trend.mostPerHour

  /** Whether a rise that is not flat may still be noise: only a longer run can tell. */
  def isNoise: Boolean = !isFlat && risePerHour - 2 * error < Trend.mostPerHour
}

object Trend {
  val mostPerHour = 0.01

  /** @param points hours and values, in order; at least four */
  def of(points: Seq[(Double, Double)]): Trend = {
    val half = points.drop(points.size / 2)
    val (meanX, meanY) = (half.map(_._1).sum / half.size, half.map(_._2).sum / half.size)
    val spread = half.map { case (x, _) => (x - meanX) * (x - meanX) }.sum
    val slope = half.map { case (x, y) => (x - meanX) * (y - meanY) }.sum / spread
    val residuals = half.map { case (x, y) => math.pow(y - meanY - slope * (x - meanX), 2) }.sum
    val error = math.sqrt(residuals / math.max(1, half.size - 2) / spread)
    val unit = if (meanY == 0) 1.0 else meanY
    Trend(meanY, slope / unit, error / unit)
  }
}
