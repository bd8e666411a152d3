package okibi.spark.cache.codec

/** Estimates the time of an action that happens once for each record, without reading the clock each time: times all of
  * the first records, and later one in 32.
  */
private[codec] final class SampledClock {
  private var calls = 0L
  private var spentNs = 0L

  def totalNs: Long = math.max(0L, spentNs)

  /** The time now if this call is timed; 0 if it is not. */
  def start(): Long =
    if (calls < SampledClock.Every || (calls & (SampledClock.Every - 1)) == 0) System.nanoTime() else 0L

  /** How many of the next calls are not timed. */
  def untimed: Int = if (calls < SampledClock.Every) 0 else (-calls & (SampledClock.Every - 1)).toInt

  /** Counts calls that were not timed and did not ask. */
  def skip(count: Int): Unit = calls += count

  /** @param started the value that `start` returned
    * @param otherNs nanoseconds in between that are counted elsewhere
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
