package okibi.explain.facts

import java.util.Arrays

/** When task attempts ran and on which executor, in 16 bytes an attempt. Not thread-safe while attempts are added. */
final class TaskSpans {
  private var starts = new Array[Long](16)
  private var durations = new Array[Int](16)
  private var executors = new Array[Int](16)
  private var count = 0
  private var (firstMs, lastMs) = (Long.MaxValue, Long.MinValue)

  def size: Int = count

  private[facts] def add(startMs: Long, durationMs: Int, executor: Int): Unit = {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2)
      durations = Arrays.copyOf(durations, count * 2)
      executors = Arrays.copyOf(executors, count * 2)
    }
    starts(count) = startMs
    durations(count) = durationMs
    executors(count) = executor
    firstMs = math.min(firstMs, startMs)
    lastMs = math.max(lastMs, startMs + durationMs)
    count += 1
  }

  /** How many attempts begin before the earliest time or end after the latest time. */
  private[facts] def outside(earliestMs: Long, latestMs: Long): Long =
    if (firstMs >= earliestMs && lastMs <= latestMs) 0
    else (0 until count).count(i => startMs(i) < earliestMs || endMs(i) > latestMs).toLong

  /** Time of all attempts together between two moments. */
  def withinMs(fromMs: Long, untilMs: Long): Long =
    (0 until count).iterator.map(i => math.max(0L, math.min(endMs(i), untilMs) - math.max(startMs(i), fromMs))).sum

  def startMs(i: Int): Long = starts(i)
  def durationMs(i: Int): Int = durations(i)
  def endMs(i: Int): Long = starts(i) + durations(i)

  /** The position of the attempt's executor in [[AppFacts.executors]]. */
  def executor(i: Int): Int = executors(i)

  /** The shortest first. */
  def sortedDurationsMs: Array[Int] = {
    val sorted = Arrays.copyOf(durations, count)
    Arrays.sort(sorted)
    sorted
  }
}
