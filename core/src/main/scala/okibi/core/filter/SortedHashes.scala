package okibi.core.filter

import java.lang.Long.compareUnsigned
import java.util.Arrays

/** Different hashes in the order of unsigned numbers, to be asked for all at once. Immutable. */
final class SortedHashes private (private[filter] val values: Array[Long]) extends Serializable {
  def size: Int = values.length

  /** The first place, not before `from`, of a hash that is at least `hash`. */
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

  /** Of hashes in any order, some perhaps repeated; the array is the caller's no more. */
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

  /** Turns the order of unsigned numbers into that of signed ones and back. */
  private def flipSigns(hashes: Array[Long]): Unit = {
    var i = 0
    while (i < hashes.length) {
      hashes(i) ^= Long.MinValue
      i += 1
    }
  }
}
