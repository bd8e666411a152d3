package okibi.core.cost

/** A time per byte, measured block by block: the sum of times over the sum of bytes. Each new block fades the earlier
  * ones by an eighth. Sums rather than a mean of ratios give large blocks more weight than small ones.
  *
  * Not thread-safe.
  */
private[cost] final class FadingRate {
  private var sumNs = 0.0
  private var sumBytes = 0.0

  /** Adds a block. Ignores a block of no bytes, and a time from a clock that went backwards. */
  def add(sizeBytes: Long, elapsedNs: Long): Unit =
    if (sizeBytes > 0 && elapsedNs >= 0) {
      sumNs = sumNs * FadingRate.fading + elapsedNs
      sumBytes = sumBytes * FadingRate.fading + sizeBytes
    }

  /** The measured nanoseconds per byte, or the default before the first measurement. */
  def nsPerByteOr(default: Double): Double =
    if (sumBytes > 0) math.max(sumNs / sumBytes, FadingRate.leastNsPerByte) else default
}

private[cost] object FadingRate {
  private val fading = 7.0 / 8

  /** A thousand GB/s, so that every cost is positive. */
  private val leastNsPerByte = 1e-3
}
