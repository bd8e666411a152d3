package okibi.bench.data.text

import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

/** The words of a range of bytes, as places in it: runs of bytes that are not white space, which is what [[java.util.StringTokenizer]]
  * separates words by. One is used for range after range. Not thread-safe.
  *
  * A block of 64 bytes becomes a mask with a bit for each that is white space; where neighbouring bits differ, a word begins or ends, so
  * no branch depends on a byte (as Langdale and Lemire find structure: Parsing Gigabytes of JSON per Second, VLDB Journal 28, 2019).
  */
final class WordBounds {

  /** Beginnings and ends in turn. */
  private var bounds = new Array[Int](WordBounds.firstSize)
  private var words = 0

  /** Finds the words of a range of at most 2^30^ bytes. It must not change while their places are asked for.
    *
    * @return how many there are
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

  /** Words of the last range. */
  def count: Int = words

  /** Where a word begins, in the array that was given. */
  def start(word: Int): Int = bounds(2 * word)

  /** Where a word has ended: one behind its last byte. */
  def end(word: Int): Int = bounds(2 * word + 1)

  /** A word as text; what is not UTF-8 becomes U+FFFD. */
  def text(bytes: Array[Byte], word: Int): String = new String(bytes, start(word), end(word) - start(word), UTF_8)

  /** Puts down the places of all bits, always eight at once: a loop that ended with the last one would end somewhere else for each block,
    * which no processor foresees. What is put down too much is written over by the next block.
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
  private val firstSize = 1024

  /** Places that are put down without a question between them. */
  private final val atOnce = 8
  private val mostBytes = 1 << 30

  private def check(bytes: Array[Byte], from: Int, until: Int): Unit =
    if (from < 0 || until < from || until > bytes.length || until - from > mostBytes)
      throw new IndexOutOfBoundsException(
        s"words of bytes $from to $until: allowed is a range of at most $mostBytes bytes within 0 to ${bytes.length}; give it in parts"
      )
}
