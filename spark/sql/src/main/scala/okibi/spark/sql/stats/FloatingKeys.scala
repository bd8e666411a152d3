package okibi.spark.sql.stats

/** Keys of floating-point numbers: longs that compare as SQL compares the numbers. -0.0 equals 0.0, and every NaN is
  * the one value that is greater than infinity.
  */
private[sql] object FloatingKeys {
  val nan: Long = of(Double.NaN)

  def of(value: Double): Long = {
    val bits = java.lang.Double.doubleToLongBits(if (value == 0.0) 0.0 else value)
    bits ^ ((bits >> 63) & Long.MaxValue)
  }

  def value(key: Long): Double = java.lang.Double.longBitsToDouble(key ^ ((key >> 63) & Long.MaxValue))
}
