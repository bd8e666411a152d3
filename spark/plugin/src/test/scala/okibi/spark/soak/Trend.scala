package okibi.spark.soak

/** A line fitted by least squares over the last half of a series.
  *
  * @param level       the mean of that half
  * @param risePerHour how much the line rises in an hour, as a part of the level
  */
final case class Trend(level: Double, risePerHour: Double) {
  def isFlat: Boolean = risePerHour < Trend.mostPerHour
}

object Trend {
  val mostPerHour = 0.01

  /** @param points hours and values, in order; at least four */
  def of(points: Seq[(Double, Double)]): Trend = {
    val half = points.drop(points.size / 2)
    val (meanX, meanY) = (half.map(_._1).sum / half.size, half.map(_._2).sum / half.size)
    val spread = half.map { case (x, _) => (x - meanX) * (x - meanX) }.sum
    val slope = half.map { case (x, y) => (x - meanX) * (y - meanY) }.sum / spread
    Trend(meanY, if (meanY == 0) slope else slope / meanY)
  }
}
