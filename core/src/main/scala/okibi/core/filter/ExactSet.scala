package okibi.core.filter

import java.lang.Long.{bitCount, numberOfTrailingZeros}
import java.nio.ByteBuffer
import java.util.Arrays

/** The leading bits of sorted hashes, in the form of Elias and Fano: with 64 bits it is the set itself; each bit less makes
  * it a bit per key smaller and doubles the false positives, count / 2^bits.
  *
  * A hash's leading bits are split: the upper `log2 count` number a bucket, the others are stored as they are, side by
  * side. The buckets are one bit string in which bucket b's keys are as many ones before the b-th zero. A probe counts
  * ones word by word to its bucket, then compares the few keys in it. (Elias 1974, Fano 1971; Vigna, "Quasi-succinct
  * indices", WSDM 2013.)
  */
final class ExactSet private (bytes: Array[Byte], val count: Int, val bits: Int) extends Membership {
  import ExactSet._

  private val in: ByteBuffer = Membership.buffer(bytes)
  private val upper = upperBits(count)
  private val lower = bits - upper
  private val upperAt = Membership.headerBytes + lowBytes(count, lower)

  override def sizeBytes: Int = bytes.length
  override def encode: Array[Byte] = bytes
  override def falsePositiveRate: Double = if (count == 0) 0.0 else count / math.pow(2, bits.toDouble)

  override def mayContain(hash: Long): Boolean =
    if (count == 0) false
    else {
      val key = leading(hash, bits)
      val bucket = (key >>> lower).toInt
      var at = if (bucket == 0) 0 else zero(bucket - 1) + 1
      var index = at - bucket
      val wanted = key & mask(lower)
      while (one(at)) {
        val found = low(index)
        if (found == wanted) return true
        if (found > wanted) return false
        at += 1
        index += 1
      }
      false
    }

  /** Of two sets the smaller one is walked through, and looked up in the larger. */
  override def mayContainAny(hashes: SortedHashes): Boolean =
    if (hashes.size <= count) super.mayContainAny(hashes)
    else {
      val drop = 64 - bits
      var place, at, index = 0
      var found = false
      while (!found && index < count && place < hashes.size) {
        if (one(at)) {
          val key = ((at - index).toLong << lower) | low(index)
          place = hashes.search(key << drop, place)
          found = place < hashes.size && hashes.values(place) >>> drop == key
          index += 1
        }
        at += 1
      }
      found
    }

  override def shrunkTo(maxBytes: Int): Option[Membership] = if (sizeBytes <= maxBytes) Some(this)
  else {
    // Fewer bits make some keys equal, which frees more: so the first try is one bit above what the count says.
    var fewer = math.min(bits - 1, bitsWithin(maxBytes, count) + 1)
    var found: Option[ExactSet] = None
    while (found.isEmpty && fewer >= upper + leastLowerBits) {
      found = Some(truncated(fewer)).filter(_.sizeBytes <= maxBytes)
      fewer -= 1
    }
    found
  }

  /** The set of the first so many bits. */
  def truncated(fewer: Int): ExactSet = {
    val drop = bits - fewer
    val kept = new Array[Long](count)
    var size = 0
    foreachKey { key =>
      val short = key >>> drop
      if (size == 0 || kept(size - 1) != short) {
        kept(size) = short
        size += 1
      }
    }
    ofKeys(kept, size, math.min(fewer, maxBits(size)), fewer)
  }

  private def foreachKey(use: Long => Unit): Unit = {
    var at, index = 0
    while (index < count) {
      if (one(at)) {
        use(((at - index).toLong << lower) | low(index))
        index += 1
      }
      at += 1
    }
  }

  private def low(index: Int): Long = {
    val position = index.toLong * lower
    (in.getLong(Membership.headerBytes + (position >>> 3).toInt) >>> (position & 7)) & mask(lower)
  }

  private def one(at: Int): Boolean = (bytes(upperAt + (at >>> 3)) >>> (at & 7) & 1) != 0

  /** Where the zero number `rank` is. */
  private def zero(rank: Int): Int = {
    var left = rank
    var word = 0
    var zeros = ~in.getLong(upperAt)
    var here = bitCount(zeros)
    while (left >= here) {
      left -= here
      word += 1
      zeros = ~in.getLong(upperAt + (word << 3))
      here = bitCount(zeros)
    }
    while (left > 0) {
      zeros &= zeros - 1
      left -= 1
    }
    (word << 6) + numberOfTrailingZeros(zeros)
  }
}

object ExactSet {
  private[filter] val kind: Byte = 1

  /** With fewer it would say yes to a quarter or more of all hashes. */
  private val leastLowerBits = 2

  /** What one unaligned read of eight bytes holds. */
  private val mostLowerBits = 56

  /** Of hashes in any order, some perhaps repeated; the array is sorted.
    *
    * @param bits how many leading bits of each hash are kept
    */
  def of(hashes: Array[Long], bits: Int): ExactSet = {
    require(bits >= 1 && bits <= 64, s"ExactSet: got $bits bits, allowed are 1 to 64.")
    val drop = 64 - bits
    var i = 0
    while (i < hashes.length) {
      hashes(i) = (hashes(i) >>> drop) ^ flip(bits)
      i += 1
    }
    Arrays.sort(hashes)
    var size = 0
    i = 0
    while (i < hashes.length) {
      val key = hashes(i) ^ flip(bits)
      if (size == 0 || hashes(size - 1) != key) {
        hashes(size) = key
        size += 1
      }
      i += 1
    }
    ofKeys(hashes, size, math.min(bits, maxBits(size)), bits)
  }

  /** The most bits that a set of so many keys keeps: 64 from 256 keys on. Fewer keys need fewer for the same precision. */
  def maxBits(count: Int): Int = math.min(64, mostLowerBits + upperBits(count))

  /** Bits for which the chance of a false positive is at most one in 2^`spare`. */
  def bitsFor(count: Int, spare: Int): Int = math.min(maxBits(count), upperBits(count) + spare)

  private[filter] def over(bytes: Array[Byte]): ExactSet = {
    val in = Membership.buffer(bytes)
    val bits = bytes(2).toInt
    val count = in.getInt(4)
    if (count < 0 || count > maxCount || bits < upperBits(count) || bits > maxBits(count))
      throw new DamagedFilter(s"it claims $count keys of $bits bits")
    val size = sizeOf(count, bits)
    if (bytes.length != size)
      throw new DamagedFilter(s"$count keys of $bits bits take $size bytes, it has ${bytes.length}")
    val upperAt = Membership.headerBytes + lowBytes(count, bits - upperBits(count))
    var ones = 0
    var at = upperAt
    while (at < size) {
      ones += bitCount(in.getLong(at))
      at += 8
    }
    val used = count + (1 << upperBits(count)) - 1
    val beyond = in.getLong(size - 8) >>> (used & 63)
    if (ones != count || beyond != 0)
      throw new DamagedFilter(s"it claims $count keys and has $ones, some perhaps beyond its end")
    new ExactSet(bytes, count, bits)
  }

  /** Keys of `from` bits, sorted as unsigned and different, of which the first `bits` are kept. */
  private def ofKeys(keys: Array[Long], count: Int, bits: Int, from: Int): ExactSet = {
    require(count <= maxCount, s"ExactSet: got $count keys, allowed are $maxCount.")
    val upper = upperBits(count)
    val lower = bits - upper
    val out = Membership.header(sizeOf(count, bits), kind, bits.toByte, count)
    val upperAt = Membership.headerBytes + lowBytes(count, lower)
    var i = 0
    while (i < count) {
      val key = keys(i) >>> (from - bits)
      val position = i.toLong * lower
      val at = Membership.headerBytes + (position >>> 3).toInt
      out.putLong(at, out.getLong(at) | (key & mask(lower)) << (position & 7))
      val one = (key >>> lower).toInt + i
      out.put(upperAt + (one >>> 3), (out.get(upperAt + (one >>> 3)) | 1 << (one & 7)).toByte)
      i += 1
    }
    new ExactSet(out.array, count, bits)
  }

  /** Above, bit positions would not fit an Int. */
  private val maxCount = 1 << 24

  private def leading(hash: Long, bits: Int): Long = hash >>> (64 - bits)
  private def mask(bits: Int): Long = (1L << bits) - 1

  /** Sorting is signed: only keys of all 64 bits may be negative. */
  private def flip(bits: Int): Long = if (bits == 64) Long.MinValue else 0L

  /** log2 of the number of buckets: as many as keys, or up to twice. */
  private def upperBits(count: Int): Int = if (count <= 1) 0 else 32 - Integer.numberOfLeadingZeros(count - 1)

  /** Room for reading eight bytes at the last key is in the buckets, which come after. */
  private def lowBytes(count: Int, lower: Int): Int = ((count.toLong * lower + 7) >>> 3).toInt

  private def sizeOf(count: Int, bits: Int): Int = {
    val upper = upperBits(count)
    Membership.headerBytes + lowBytes(count, bits - upper) + (count + (1 << upper) + 63) / 64 * 8
  }

  private def bitsWithin(maxBytes: Int, count: Int): Int = {
    val upper = upperBits(count)
    val room = (maxBytes - Membership.headerBytes) * 8L - count - (1L << upper)
    upper + math.max(0L, math.min(64L, room / math.max(1, count))).toInt
  }
}
