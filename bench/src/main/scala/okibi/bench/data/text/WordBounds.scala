package okibi.bench.data.text

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

/** The words of a range of bytes, as index pairs: runs of bytes that are not white space, as in
  * [[java.util.StringTokenizer]]. An instance is used for range after range. Not thread-safe.
  *
  * A block of 64 bytes becomes a mask with one bit for each byte that is white space. Where neighbouring bits differ, a
  * word begins or ends, so that no branch depends on a byte (the method of Langdale and Lemire: Parsing Gigabytes of
  * JSON per Second, VLDB Journal 28, 2019).
  */
final class WordBounds {

  /** Beginnings and ends, alternating. */
  private var bounds = new Array[Int](WordBounds.initialSize)
  private var words = 0

  /** Finds the words of a range of at most 2^30^ bytes. The range must not change while its words are read.
    *
    * @return number of words
    */
  def split(bytes: Array[Byte], from: Int, until: Int): Int = {
    WordBounds.check(bytes, from, until)
    var out = bounds
    var found = 0
    var before = 1L // The byte before the range is like white space.
    var at = from
    var left = until - from
    while (left > 0) {
      if (out.length - found < Swar.blockBytes + WordBounds.atOnce) out = grown()
      val spaces = Swar.spaces(bytes, at, left)
      found = unpack(spaces ^ (spaces << 1 | before), at, out, found)
      before = spaces >>> 63
      at += Swar.blockBytes
      left -= Swar.blockBytes
    }
    if (before == 0) {
      out(found) = until
      found += 1
    }
    words = found >>> 1
    words
  }

  /** Number of words of the last range. */
  def count: Int = words

  /** Index of a word's first byte. */
  def start(word: Int): Int = bounds(2 * word)

  /** Index after a word's last byte. */
  def end(word: Int): Int = bounds(2 * word + 1)

  /** A word as text, with U+FFFD for bytes that are not UTF-8. */
  def text(bytes: Array[Byte], word: Int): String = new String(bytes, start(word), end(word) - start(word), UTF_8)

  /** Writes the index of every bit, always eight at once: a loop that ended with the last bit would end elsewhere for
    * each block, which no processor predicts. The next block overwrites the surplus indices.
    */
  private def unpack(edges: Long, at: Int, out: Array[Int], from: Int): Int = {
    val end = from + java.lang.Long.bitCount(edges)
    var left = edges
    var to = from
    while (to < end) {
      out(to) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 1) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 2) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 3) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 4) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 5) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 6) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      out(to + 7) = at + java.lang.Long.numberOfTrailingZeros(left)
      left &= left - 1
      to += WordBounds.atOnce
    }
    end
  }

  private def grown(): Array[Int] = {
    bounds = Arrays.copyOf(bounds, 2 * bounds.length)
    bounds
  }
}

private object WordBounds {
  private val initialSize = 1024

  /** Number of indices that are written without a branch. */
  private final val atOnce = 8
  private val maxBytes = 1 << 30

  private def check(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (from < 0 || until < from || until > bytes.length || until - from > maxBytes)
      throw new IndexOutOfBoundsException(
        s"bytes $from to $until: allowed is a range of at most $maxBytes bytes within 0 to ${bytes.length}. Split it " +
          "in parts."
      )
}
