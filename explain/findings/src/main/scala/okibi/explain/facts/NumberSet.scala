package okibi.explain.facts

import java.util.concurrent.ThreadLocalRandom

/** A set of numbers. Numbers that lie near each other, as task ids of a stage do, take a bit each; other numbers take
  * at most 64 bytes each. Not thread-safe.
  */
private[facts] final class NumberSet {
  // A word has the bits of 64 neighbours; a word without bits is a free place.
  private var keys, words = new Array[Long](4)
  private var usedWords = 0

  // Random, so that a crafted log cannot choose numbers that collide.
  private val multiplier = ThreadLocalRandom.current().nextLong() | 1

  /** Whether the number was not in the set before. */
  def add(number: Long): Boolean = {
    val bit = 1L << (number & 63)
    val at = place(number >> 6)
    if (words(at) == 0) usedWords += 1
    keys(at) = number >> 6
    val isNew = (words(at) & bit) == 0
    words(at) |= bit
    if (2 * usedWords > words.length) grow()
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
