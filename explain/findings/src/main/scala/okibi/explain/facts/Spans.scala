package okibi.explain.facts

import java.util.Arrays

/** When tasks ran and on which executor, in little memory: 16 bytes a task. Not thread-safe while it grows. */
final class Spans {
  private var starts = new Array[Long](16)
  private var lengths = new Array[Int](16)
  private var owners = new Array[Int](16)
  private var count = 0
  private var (first, last) = (Long.MaxValue, Long.MinValue)

  def size: Int = count

  private[facts] def add(start: Long, lengthMs: Int, owner: Int): Unit = {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2)
      lengths = Arrays.copyOf(lengths, count * 2)
      owners = Arrays.copyOf(owners, count * 2)
    }
    starts(count) = start
    lengths(count) = lengthMs
    owners(count) = owner
    first = math.min(first, start)
    last = math.max(last, start + lengthMs)
    count += 1
  }

  /** How many begin before the one moment, or end after the other. */
  private[facts] def outside(earliest: Long, latest: Long): Long =
    if (first >= earliest && last <= latest) 0
    else (0 until count).count(i => start(i) < earliest || end(i) > latest).toLong

  /** Milliseconds of all of them between two moments. */
  private[facts] def within(from: Long, until: Long): Long =
    (0 until count).iterator.map(i => math.max(0L, math.min(end(i), until) - math.max(start(i), from))).sum

  def start(i: Int): Long = starts(i)
  def lengthMs(i: Int): Int = lengths(i)
  def end(i: Int): Long = starts(i) + lengths(i)

  /** Of the application's list of executors. */
  def owner(i: Int): Int = owners(i)

  /** Their durations, the shortest first. */
  def sortedLengths: Array[Int] = {
    val sorted = Arrays.copyOf(lengths, count)
    Arrays.sort(sorted)
    sorted
  }
}
