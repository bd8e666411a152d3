package okibi.core.machine

/** Converts moments of the monotonic clock to the wall clock, which may be set. It reads the two clocks one after the
  * other, and on a busy machine the scheduler may suspend the thread in between for a tenth of a second. So it takes
  * several readings and uses the shortest one.
  *
  * @param monotonicNanos reads a clock like `System.nanoTime`
  * @param clockMs        reads a clock like `System.currentTimeMillis`
  */
private[machine] final class WallClock(monotonicNanos: () => Long, clockMs: () => Long) {
  import WallClock._

  /** Milliseconds since 1970 at the moment when the monotonic clock showed `nanos`. */
  def at(nanos: Long): Long = {
    var best = read()
    var left = maxReadings - 1
    while (best.tookNanos > shortReadingNanos && left > 0) {
      val next = read()
      if (next.tookNanos < best.tookNanos) best = next
      left -= 1
    }
    best.ms - (best.nanos - nanos) / 1000000
  }

  private def read(): ClockReading = {
    val before = monotonicNanos()
    val ms = clockMs()
    ClockReading(ms, before, monotonicNanos() - before)
  }
}

object WallClock {
  private val maxReadings = 5

  /** A reading as short as this is used at once. */
  private val shortReadingNanos = 1000000L
  private val ofThisMachine = new WallClock(() => System.nanoTime, () => System.currentTimeMillis)

  private final case class ClockReading(ms: Long, nanos: Long, tookNanos: Long)

  /** Milliseconds since 1970 at the moment when `System.nanoTime` was `nanos`. Thread-safe. */
  def at(nanos: Long): Long = ofThisMachine.at(nanos)
}
