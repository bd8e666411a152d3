package okibi.bench.runner

/** Order statistics of a few runs. */
object Stats {

  /** The middle value, or the mean of the two in the middle. */
  def median(values: Seq[Double]): Double = {
    require(values.nonEmpty, "median of no values")
    val sorted = values.sorted
    val middle = sorted.size / 2
    if (sorted.size % 2 == 1) sorted(middle) else (sorted(middle - 1) + sorted(middle)) / 2
  }

  /** The mean of ratios: the one ratio that has the same product when it takes the place of each. */
  def geometricMean(values: Seq[Double]): Double = {
    require(values.nonEmpty, "geometric mean of no values")
    math.exp(values.map(math.log).sum / values.size)
  }

  /** Median absolute deviation as a share of the median: how far most values are from it, whatever a few others do. 0
    * for a single run.
    */
  def deviation(values: Seq[Double]): Double = {
    val middle = median(values)
    if (middle == 0) 0 else median(values.map(value => math.abs(value - middle))) / middle
  }

  /** Distance from the smallest to the largest value as a share of the median; 0 for a single run. */
  def spread(values: Seq[Double]): Double = {
    val middle = median(values)
    if (middle == 0) 0 else (values.max - values.min) / middle
  }
}
