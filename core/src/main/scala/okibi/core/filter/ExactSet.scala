package okibi.core.filter

import java.lang.Long.{bitCount, numberOfTrailingZeros}
import java.nio.ByteBuffer
import java.util.Arrays

/** The set of the leading bits of hashes, in the encoding of Elias and Fano. With 64 bits it is the exact set of
  * hashes. Each bit less makes the set one bit per key smaller and doubles the false positives, which are count /
  * 2^bits.
  *
  * The leading bits of a hash have two parts. The upper `log2 count` bits are the number of a bucket; the lower bits
  * are stored unchanged, side by side. The buckets form one bit string: each key in bucket b is a one between the zeros
  * number b - 1 and b. A lookup counts zeros word by word up to its bucket, then compares the few keys in the bucket.
  * (Elias 1974, Fano 1971; Vigna, "Quasi-succinct indices", WSDM 2013.)
  */
final class ExactSet private (bytes: Array[Byte], val count: Int, val bits: Int) extends Membership {
  import ExactSet._

  private val in: ByteBuffer = Membership.buffer(bytes)
  private val upper = upperBits(count)
  private val lower = bits - upper
  private val upperAt = Membership.headerBytes + lowerBytes(count, lower)

  override def sizeBytes: Int = bytes.length
  override def encode: Array[Byte] = bytes
  override def falsePositiveRate: Double = if (count == 0) 0.0 else count / math.pow(2, bits.toDouble)

  override def mayContain(hash: Long): Boolean =
    if (count == 0) false
    else {
      val key = leading(hash, bits)
      val bucket = (key >>> lower).toInt
      var at = if (bucket == 0) 0 else positionOfZero(bucket - 1) + 1
      var index = at - bucket
      val wanted = key & mask(lower)
      while (isOne(at)) {
        val found = lowerPart(index)
        if (found == wanted) return true
        if (found > wanted) return false
        at += 1
        index += 1
      }
      false
    }

  /** Iterates over the smaller of the two sets and looks its hashes up in the larger one. */
  override def mayContainAny(hashes: SortedHashes): Boolean =
    if (hashes.size <= count) super.mayContainAny(hashes)
    else {
      val drop = 64 - bits
      var place, at, index = 0
      var found = false
      while (!found && index < count && place < hashes.size) {
        if (isOne(at)) {
          val key = ((at - index).toLong << lower) | lowerPart(index)
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
    // With fewer bits some keys become equal, which frees more bytes. So the first try is one bit above the computed
    // number.
    var fewer = math.min(bits - 1, bitsWithin(maxBytes, count) + 1)
    var found: Option[ExactSet] = None
    while (found.isEmpty && fewer >= upper + minLowerBits) {
      found = Some(truncated(fewer)).filter(_.sizeBytes <= maxBytes)
      fewer -= 1
    }
    found
  }

  /** The set of the first `fewer` bits of the keys. */
  private def truncated(fewer: Int): ExactSet = {
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
      if (isOne(at)) {
        use(((at - index).toLong << lower) | lowerPart(index))
        index += 1
      }
      at += 1
    }
  }

  private def lowerPart(index: Int): Long = {
    val position = index.toLong * lower
    (in.getLong(Membership.headerBytes + (position >>> 3).toInt) >>> (position & 7)) & mask(lower)
  }

  private def isOne(at: Int): Boolean = (bytes(upperAt + (at >>> 3)) >>> (at & 7) & 1) != 0

  /** The position of the zero number `rank`. */
  private def positionOfZero(rank: Int): Int = {
    var left = rank
    var word = 0
    var zeros = ~in.getLong(upperAt)
    var zeroCount = bitCount(zeros)
    while (left >= zeroCount) {
      left -= zeroCount
      word += 1
      zeros = ~in.getLong(upperAt + (word << 3))
      zeroCount = bitCount(zeros)
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

  /** With fewer bits the set would contain a quarter or more of all hashes. */
  private val minLowerBits = 2

  /** The bits that one unaligned read of eight bytes is sure to hold. */
  private val maxLowerBits = 56

  /** Builds the set of hashes in any order, with or without repetitions. Overwrites and sorts the array.
    *
    * @param bits the number of leading bits of each hash that the set keeps, 1 to 64
    * @throws IllegalArgumentException for other numbers of bits, and for more than 2^24 different keys
    */
  def of(hashes: Array[Long], bits: Int): ExactSet = {
    require(bits >= 1 && bits <= 64, s"ExactSet: got $bits bits, allowed is 1 to 64. Keep a bit or more of each hash.")
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

  /** The most bits that a set of `count` keys keeps: 64 from 256 keys on. Fewer keys need fewer bits for the same
    * precision.
    */
  def maxBits(count: Int): Int = math.min(64, maxLowerBits + upperBits(count))

  /** The bits for which the chance of a false positive is at most one in 2^`spare`. */
  def bitsFor(count: Int, spare: Int): Int = math.min(maxBits(count), upperBits(count) + spare)

  private[filter] def over(bytes: Array[Byte]): ExactSet = {
    val in = Membership.buffer(bytes)
    val bits = bytes(2).toInt
    val count = in.getInt(4)
    if (count < 0 || count > maxCount || bits < upperBits(count) || bits > maxBits(count))
      throw new DamagedFilter(s"got a header with $count keys of $bits bits, which no filter has")
    val size = sizeOf(count, bits)
    if (bytes.length != size)
      throw new DamagedFilter(s"got ${bytes.length} bytes, needed are $size for $count keys of $bits bits")
    val upperAt = Membership.headerBytes + lowerBytes(count, bits - upperBits(count))
    var ones = 0
    var at = upperAt
    while (at < size) {
      ones += bitCount(in.getLong(at))
      at += 8
    }
    val used = count + (1 << upperBits(count)) - 1
    val beyond = in.getLong(size - 8) >>> (used & 63)
    if (ones != count || beyond != 0)
      throw new DamagedFilter(s"got $ones keys, needed are $count, with none beyond the end")
    new ExactSet(bytes, count, bits)
  }

  /** Builds the set of the first `bits` bits of keys that have `from` bits, are different and sorted as unsigned
    * numbers.
    */
  private def ofKeys(keys: Array[Long], count: Int, bits: Int, from: Int): ExactSet = {
    require(count <= maxCount, s"ExactSet: got $count keys, allowed is at most $maxCount. Use a Bloom filter for more.")
    val upper = upperBits(count)
    val lower = bits - upper
    val out = Membership.header(sizeOf(count, bits), kind, bits.toByte, count)
    val upperAt = Membership.headerBytes + lowerBytes(count, lower)
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

  /** With more keys, bit positions would not fit an Int. */
  private val maxCount = 1 << 24

  private def leading(hash: Long, bits: Int): Long = hash >>> (64 - bits)
  private def mask(bits: Int): Long = (1L << bits) - 1

  /** The sign bit to flip before and after a sort, which is signed: only keys of all 64 bits may be negative. */
  private def flip(bits: Int): Long = if (bits == 64) Long.MinValue else 0L

  /** log2 of the number of buckets, which is between the number of keys and twice that. */
  private def upperBits(count: Int): Int = if (count <= 1) 0 else 32 - Integer.numberOfLeadingZeros(count - 1)

  /** The bytes of the lower parts. A read of eight bytes at the last part may reach into the buckets, which follow. */
  private def lowerBytes(count: Int, lower: Int): Int = ((count.toLong * lower + 7) >>> 3).toInt

  private def sizeOf(count: Int, bits: Int): Int = {
    val upper = upperBits(count)
    Membership.headerBytes + lowerBytes(count, bits - upper) + (count + (1 << upper) + 63) / 64 * 8
  }

  private def bitsWithin(maxBytes: Int, count: Int): Int = {
    val upper = upperBits(count)
    val room = (maxBytes - Membership.headerBytes) * 8L - count - (1L << upper)
    upper + math.max(0L, math.min(64L, room / math.max(1, count))).toInt
  }
}
