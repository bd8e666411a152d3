package okibi.core.machine

/** The clock that may be set, at a moment of the one that runs evenly. The two are read one after the other, and a thread may be pushed aside in between, for a tenth of a second
  * on a busy machine: of some readings the one that took the shortest counts.
  *
  * @param evenNanos as `System.nanoTime`
  * @param clockMs as `System.currentTimeMillis`
  */
private[machine] final class WallClock(evenNanos: () => Long, clockMs: () => Long) {
  import WallClock._

  /** Milliseconds since 1970 when the even clock showed `nanos`. */
  def at(nanos: Long): Long = {
    var best = read()
    var left = mostReadings - 1
    while (best.tookNanos > enoughNanos && left > 0) {
      val next = read()
      if (next.tookNanos < best.tookNanos) best = next
      left -= 1
    }
    best.ms - (best.nanos - nanos) / 1000000
  }

  private def read(): Reading = {
    val before = evenNanos()
    val ms = clockMs()
    Reading(ms, before, evenNanos() - before)
  }
}

object WallClock {
  private val mostReadings = 5
  private val enoughNanos = 1000000L
  private val ofThisMachine = new WallClock(() => System.nanoTime, () => System.currentTimeMillis)

  private final case class Reading(ms: Long, nanos: Long, tookNanos: Long)

  /** Milliseconds since 1970 when `System.nanoTime` was `nanos`. */
  def at(nanos: Long): Long = ofThisMachine.at(nanos)
}
