package okibi.spark.observe

import java.util.SplittableRandom

/** Decides when an executor next asks the driver: soon if its tasks run a stage that its plan does not know, otherwise
  * at a slow heartbeat, which also brings its counters to the driver, and is slower in a large cluster.
  *
  * Asks are separated by at least the interval that the driver gave, plus up to a quarter of it at random, so that
  * executors drift apart. If a stage starts on all executors at once, their asks are spread over that interval, unless
  * it is the shortest interval, which a small cluster has. The wait doubles with each ask that did not bring the stage
  * it was made for, up to the heartbeat, and with each ask that failed, up to six heartbeats. The first ask without a
  * wish comes some seconds after the executor's start, when its first tasks have the processors.
  *
  * Time is a parameter. Not thread-safe.
  *
  * @param seed different for each executor
  */
private[observe] final class AskPace(seed: Long) {
  import AskPace._

  private val random = new SplittableRandom(seed)
  private var intervalMs = minIntervalMs
  private var askedFor = noStage
  private var asksInVain = 0
  private var failures = 0
  private var newWishAtMs, sameWishAtMs = 0L
  private var heartbeatAtMs, spreadUntilMs = unset

  /** The driver answered. Its plan still does not know the stage `wanted`, or [[AskPace.noStage]] is wanted. */
  def answered(nowMs: Long, replyIntervalMs: Int, wanted: Int): Unit = {
    intervalMs = math.max(minIntervalMs, replyIntervalMs)
    failures = 0
    asksInVain = if (wanted == noStage) 0 else if (wanted == askedFor) asksInVain + 1 else 1
    askedFor = wanted
    next(nowMs, intervalMs.toLong, backOff(asksInVain - 1, heartbeatMs(intervalMs)))
  }

  def failed(nowMs: Long): Unit = {
    failures += 1
    val delayMs = backOff(failures, 6 * leastHeartbeatMs)
    next(nowMs, delayMs, delayMs)
  }

  /** Milliseconds from now until the next ask; 0 if it is due.
    *
    * @param wanted a running stage that the plan does not know, or [[AskPace.noStage]]
    */
  def waitMs(nowMs: Long, wanted: Int): Long = {
    if (heartbeatAtMs == unset) heartbeatAtMs = nowMs + (firstHeartbeatMs * drift).toLong
    if (wanted == noStage) spreadUntilMs = unset
    else if (spreadUntilMs == unset)
      spreadUntilMs = nowMs + (random.nextDouble() * (intervalMs - minIntervalMs)).toLong
    val dueMs =
      if (wanted == noStage) math.max(newWishAtMs, heartbeatAtMs)
      else if (wanted == askedFor) sameWishAtMs
      else math.max(newWishAtMs, spreadUntilMs)
    math.max(0L, dueMs - nowMs)
  }

  private def next(nowMs: Long, newWishMs: Long, sameWishMs: Long): Unit = {
    val factor = drift
    spreadUntilMs = unset
    newWishAtMs = nowMs + (newWishMs * factor).toLong
    sameWishAtMs = nowMs + (sameWishMs * factor).toLong
    heartbeatAtMs = nowMs + (heartbeatMs(intervalMs) * factor).toLong
  }

  private def drift: Double = 1 + random.nextDouble() / 4

  private def backOff(doublings: Int, atMostMs: Long): Long = {
    val doubled = intervalMs.toLong << math.min(math.max(doublings, 0), 20)
    math.max(intervalMs.toLong, math.min(doubled, atMostMs))
  }
}

private[observe] object AskPace {
  val minIntervalMs: Int = 100
  val leastHeartbeatMs: Long = 10000L
  private val mostHeartbeatMs = 60000L
  val firstHeartbeatMs: Long = 5000L

  /** Milliseconds between asks without a wish, by the interval that the driver gave: the asks of all executors together
    * are a twentieth of those that the driver can answer, and more in a cluster of more than 6,000.
    */
  def heartbeatMs(intervalMs: Int): Long = math.max(leastHeartbeatMs, math.min(mostHeartbeatMs, 20L * intervalMs))

  /** Stands for no stage. */
  val noStage: Int = -1

  private val unset = Long.MinValue
}
