package okibi.explain.facts

/** Counts how often something happened, by time. Intervals begin as a second and double whenever there would be too
  * many of them. Not thread-safe.
  *
  * @param mostIntervals that are kept
  */
private[facts] final class TimeHistogram(mostIntervals: Int = 120) {
  private val counted = new Array[Long](mostIntervals)
  private var startMs = -1L
  private var intervalMs = 1000L

  def add(timeMs: Long): Unit = {
    if (startMs < 0) startMs = timeMs
    while ((timeMs - startMs) / mostIntervals >= intervalMs) doubleIntervals()
    counted(math.max(0L, (timeMs - startMs) / intervalMs).toInt) += 1
  }

  /** A count for each interval up to the last one in which anything happened. */
  def counts: Seq[TimeCount] =
    counted.toSeq.zipWithIndex
      .map { case (count, i) => TimeCount(startMs + i * intervalMs, count) }
      .reverse
      .dropWhile(_.count == 0)
      .reverse

  private def doubleIntervals(): Unit = {
    for (i <- 0 until mostIntervals)
      counted(i) =
        if (2 * i + 1 < mostIntervals) counted(2 * i) + counted(2 * i + 1)
        else if (2 * i < mostIntervals) counted(2 * i)
        else 0
    intervalMs *= 2
  }
}

/** How often something happened in an interval.
  *
  * @param fromMs beginning of the interval, which ends where the next one begins
  */
final case class TimeCount(fromMs: Long, count: Long)
