package okibi.spark.cache.codec

/** Estimates the time of something done once a record, without reading the clock for each: the first records are all timed,
  * later ones one in 32.
  */
private[codec] final class SampledClock {
  private var calls = 0L
  private var spentNs = 0L

  def totalNs: Long = math.max(0L, spentNs)

  /** The time now if this call is timed, else 0. */
  def start(): Long =
    if (calls < SampledClock.Every || (calls & (SampledClock.Every - 1)) == 0) System.nanoTime() else 0L

  /** How many of the next calls are not timed. */
  def untimed: Int = if (calls < SampledClock.Every) 0 else (-calls & (SampledClock.Every - 1)).toInt

  /** So many calls were not timed, and nobody asked. */
  def skip(count: Int): Unit = calls += count

  /** @param started what `start` returned
    * @param otherNs time in between that is accounted elsewhere
    */
  def stop(started: Long, otherNs: Long): Unit = {
    if (started != 0L) {
      val weight = if (calls < SampledClock.Every) 1 else SampledClock.Every
      spentNs += (System.nanoTime() - started - otherNs) * weight
    }
    calls += 1
  }
}

private[codec] object SampledClock {
  private final val Every = 32
}
