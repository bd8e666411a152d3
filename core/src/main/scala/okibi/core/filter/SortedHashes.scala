package okibi.core.filter

import java.lang.Long.compareUnsigned
import java.util.Arrays

/** Different hashes in the order of unsigned numbers, for one lookup of all of them. Immutable. */
final class SortedHashes private (private[filter] val values: Array[Long]) extends Serializable {
  def size: Int = values.length

  /** The first position from `from` on whose hash is at least `hash`. */
  private[filter] def search(hash: Long, from: Int): Int = {
    var low = from
    var high = values.length
    while (low < high) {
      val middle = (low + high) >>> 1
      if (compareUnsigned(values(middle), hash) < 0) low = middle + 1 else high = middle
    }
    low
  }
}

object SortedHashes {

  /** Sorts hashes in any order, with or without repetitions. Takes over the array: do not use it afterwards. */
  def of(hashes: Array[Long]): SortedHashes = {
    flipSigns(hashes)
    Arrays.sort(hashes)
    var size = 0
    var i = 0
    while (i < hashes.length) {
      if (size == 0 || hashes(size - 1) != hashes(i)) {
        hashes(size) = hashes(i)
        size += 1
      }
      i += 1
    }
    val different = Arrays.copyOf(hashes, size)
    flipSigns(different)
    new SortedHashes(different)
  }

  /** Converts between the order of unsigned numbers and the order of signed numbers. */
  private def flipSigns(hashes: Array[Long]): Unit = {
    var i = 0
    while (i < hashes.length) {
      hashes(i) ^= Long.MinValue
      i += 1
    }
  }
}
