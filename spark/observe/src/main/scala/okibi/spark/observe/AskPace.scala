package okibi.spark.observe

import java.util.SplittableRandom

/** When an executor asks the driver next: soon if its tasks run a stage that its plan does not know, else at a slow
  * heartbeat, which also brings its counters to the driver.
  *
  * Asks are at least the interval apart that the driver gave, and a quarter more at random, so that executors drift
  * apart. A stage that starts on all executors at once makes them ask spread over that interval, except for the
  * shortest one, which a small cluster has. The wait doubles with each ask that failed or did not bring what was
  * wanted, up to the heartbeat, and to six heartbeats for failures.
  *
  * Time is a parameter. Not thread-safe.
  *
  * @param seed different for each executor
  */
private[observe] final class AskPace(seed: Long) {
  import AskPace._

  private val random = new SplittableRandom(seed)
  private var intervalMs = minIntervalMs
  private var inVain = 0
  private var failures = 0
  private var earliestMs = 0L
  private var heartbeatAtMs = 0L
  private var spreadUntilMs = Long.MinValue

  /** The driver answered.
    *
    * @param satisfied whether no stage is wanted any more
    */
  def answered(nowMs: Long, replyIntervalMs: Int, satisfied: Boolean): Unit = {
    intervalMs = math.max(minIntervalMs, replyIntervalMs)
    failures = 0
    inVain = if (satisfied) 0 else inVain + 1
    next(nowMs, backOff(inVain - 1, heartbeatMs))
  }

  def failed(nowMs: Long): Unit = {
    failures += 1
    next(nowMs, backOff(failures, 6 * heartbeatMs))
  }

  /** Milliseconds from now until the next ask, 0 if it is due.
    *
    * @param wanted whether a stage is running that the plan does not know
    */
  def waitMs(nowMs: Long, wanted: Boolean): Long = {
    if (!wanted) spreadUntilMs = Long.MinValue
    else if (spreadUntilMs == Long.MinValue) spreadUntilMs = nowMs + (random.nextDouble() * (intervalMs - minIntervalMs)).toLong
    val due = if (wanted) math.max(earliestMs, spreadUntilMs) else math.max(earliestMs, heartbeatAtMs)
    math.max(0L, due - nowMs)
  }

  private def next(nowMs: Long, delayMs: Long): Unit = {
    spreadUntilMs = Long.MinValue
    earliestMs = nowMs + (delayMs * (1 + random.nextDouble() / 4)).toLong
    heartbeatAtMs = nowMs + (heartbeatMs * (1 + random.nextDouble() / 4)).toLong
  }

  private def backOff(doublings: Int, atMostMs: Long): Long = {
    val doubled = intervalMs.toLong << math.min(math.max(doublings, 0), 20)
    math.max(intervalMs.toLong, math.min(doubled, atMostMs))
  }
}

private[observe] object AskPace {
  val minIntervalMs: Int = 100
  val heartbeatMs: Long = 10000L
}
