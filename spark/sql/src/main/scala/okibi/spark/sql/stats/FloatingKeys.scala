package okibi.spark.sql.stats

/** Longs that order floating-point numbers as SQL does: -0.0 is 0.0, every NaN is the one that is greater than infinity. */
object FloatingKeys {
  val nan: Long = key(Double.NaN)

  def key(value: Double): Long = {
    val bits = java.lang.Double.doubleToLongBits(if (value == 0.0) 0.0 else value)
    bits ^ ((bits >> 63) & Long.MaxValue)
  }

  def double(key: Long): Double = java.lang.Double.longBitsToDouble(key ^ ((key >> 63) & Long.MaxValue))
}
