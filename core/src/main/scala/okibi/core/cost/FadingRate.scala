package okibi.core.cost

/** Time per byte, measured block by block: the sum of times over the sum of bytes, older blocks fading by an eighth
  * with each new one. Sums and not a mean of ratios, so that a large block weighs more than a small one.
  *
  * Not thread-safe.
  */
private[cost] final class FadingRate {
  private var ns = 0.0
  private var bytes = 0.0

  /** Ignores what cannot be a rate: no bytes, or a clock that went backwards. */
  def add(sizeBytes: Long, elapsedNs: Long): Unit =
    if (sizeBytes > 0 && elapsedNs >= 0) {
      ns = ns * FadingRate.fading + elapsedNs
      bytes = bytes * FadingRate.fading + sizeBytes
    }

  /** Nanoseconds per byte; None before the first measurement. */
  def measured: Option[Double] = if (bytes > 0) Some(math.max(ns / bytes, FadingRate.least)) else None

  def nsPerByteOr(default: Double): Double = measured.getOrElse(default)
}

private[cost] object FadingRate {
  private val fading = 7.0 / 8

  /** No byte is free: a thousand GB/s, so that a cost is always positive. */
  private val least = 1e-3
}
