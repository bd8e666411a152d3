package okibi.explain.facts

import java.util.concurrent.ThreadLocalRandom

/** A set of numbers. Numbers that lie near each other, as those of a stage's tasks do, take a bit each, others at most 64 bytes each. Not thread-safe. */
private[facts] final class Numbers {
  // A word has the bits of 64 neighbours; one without a bit is a free place.
  private var keys, words = new Array[Long](4)
  private var used = 0

  // A log that somebody made cannot know which numbers meet in one place.
  private val multiplier = ThreadLocalRandom.current().nextLong() | 1

  /** Whether it was not there before. */
  def add(number: Long): Boolean = {
    val bit = 1L << (number & 63)
    val at = place(number >> 6)
    if (words(at) == 0) used += 1
    keys(at) = number >> 6
    val isNew = (words(at) & bit) == 0
    words(at) |= bit
    if (2 * used > words.length) grow()
    isNew
  }

  def contains(number: Long): Boolean = (words(place(number >> 6)) & (1L << (number & 63))) != 0

  private def place(key: Long): Int = {
    var at = ((key * multiplier) >>> 32).toInt & (words.length - 1)
    while (words(at) != 0 && keys(at) != key) at = (at + 1) & (words.length - 1)
    at
  }

  private def grow(): Unit = {
    val (oldKeys, oldWords) = (keys, words)
    keys = new Array[Long](2 * oldKeys.length)
    words = new Array[Long](2 * oldWords.length)
    oldWords.indices.foreach { i =>
      if (oldWords(i) != 0) {
        val at = place(oldKeys(i))
        keys(at) = oldKeys(i)
        words(at) = oldWords(i)
      }
    }
  }
}
