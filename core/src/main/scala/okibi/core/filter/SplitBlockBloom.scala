package okibi.core.filter

/** A split-block Bloom filter. A hash sets one bit in each of the eight words of a 256-bit block, so that a lookup
  * touches one cache line. Like Parquet's filter, but with any number of blocks. (Putze, Sanders, Singler, "Cache-,
  * hash- and space-efficient Bloom filters", JEA 2009; Apache Parquet's BloomFilter.md.)
  */
final class SplitBlockBloom private (bytes: Array[Byte], val blocks: Int) extends Membership {
  import SplitBlockBloom._

  private val in = Membership.buffer(bytes)

  override def sizeBytes: Int = bytes.length
  override def encode: Array[Byte] = bytes

  override def mayContain(hash: Long): Boolean = {
    val at = Membership.headerBytes + blockOf(hash, blocks) * blockBytes
    val key = hash.toInt
    var i = 0
    while (i < words && (in.getInt(at + (i << 2)) >>> bit(key, i) & 1) != 0) i += 1
    i == words
  }

  override def falsePositiveRate: Double = {
    var sum = 0.0
    var block = 0
    while (block < blocks) {
      var all = 1.0
      var i = 0
      while (i < words) {
        all *= Integer.bitCount(in.getInt(Membership.headerBytes + block * blockBytes + (i << 2))) / 32.0
        i += 1
      }
      sum += all
      block += 1
    }
    sum / blocks
  }

  override def shrunkTo(maxBytes: Int): Option[Membership] = {
    var filter = Option(this)
    while (filter.exists(_.sizeBytes > maxBytes)) filter = filter.flatMap(_.folded)
    filter.filter(small => (small eq this) || small.falsePositiveRate <= Membership.uselessRate)
  }

  /** The filter with half the blocks, each the union of two neighbours; None for an odd number of blocks. */
  private[filter] def folded: Option[SplitBlockBloom] = if (blocks % 2 != 0) None else Some(half)

  // A separate method: while the arguments of a constructor call are computed, the new object waits on the stack, and
  // the JVM does not compile a loop there while it runs.
  private def half: SplitBlockBloom = {
    val out = Membership.header(Membership.headerBytes + blocks / 2 * blockBytes, kind, 0, blocks / 2)
    var word = 0
    while (word < blocks / 2 * words) {
      val from = Membership.headerBytes + (word / words * 2 * words + word % words) * 4
      out.putInt(Membership.headerBytes + word * 4, in.getInt(from) | in.getInt(from + blockBytes))
      word += 1
    }
    new SplitBlockBloom(out.array, blocks / 2)
  }
}

object SplitBlockBloom {
  private[filter] val kind: Byte = 2
  private[filter] val words = 8
  private val blockBytes = words * 4

  private val salts =
    Array(0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31)

  private[filter] val maxBlocks = 1 << 24

  /** The bits for each key at this rate of false positives: a tenth more than the formula in Parquet's document, which
    * ignores that blocks fill unevenly.
    */
  def bitsPerKey(falsePositiveRate: Double): Double =
    -1.1 * words / math.log(1 - math.pow(falsePositiveRate, 1.0 / words))

  /** The number of blocks for `keys` keys. It can be halved four times. */
  private[filter] def blocksFor(keys: Int, bitsPerKey: Double): Int =
    math.max(16.0, math.min(maxBlocks.toDouble, math.ceil(keys * bitsPerKey / 256 / 16) * 16)).toInt

  private[filter] def ofWords(filter: Array[Int]): SplitBlockBloom = {
    val blocks = filter.length / words
    val out = Membership.header(Membership.headerBytes + filter.length * 4, kind, 0, blocks)
    var i = 0
    while (i < filter.length) {
      out.putInt(Membership.headerBytes + i * 4, filter(i))
      i += 1
    }
    new SplitBlockBloom(out.array, blocks)
  }

  private[filter] def over(bytes: Array[Byte]): SplitBlockBloom = {
    val blocks = Membership.buffer(bytes).getInt(4)
    if (blocks < 1 || blocks > maxBlocks || bytes.length != Membership.headerBytes + blocks * blockBytes)
      throw new DamagedFilter(s"got ${bytes.length} bytes, which are not a header and its $blocks blocks")
    new SplitBlockBloom(bytes, blocks)
  }

  /** Adds a hash to an array for [[ofWords]].
    *
    * @return whether this set a bit, as nearly every new hash does
    */
  private[filter] def add(filter: Array[Int], hash: Long): Boolean = {
    val at = blockOf(hash, filter.length / words) * words
    val key = hash.toInt
    var changed = 0
    var i = 0
    while (i < words) {
      val before = filter(at + i)
      val after = before | 1 << bit(key, i)
      filter(at + i) = after
      changed |= before ^ after
      i += 1
    }
    changed != 0
  }

  private def blockOf(hash: Long, blocks: Int): Int = ((hash >>> 32) * blocks >>> 32).toInt
  private def bit(key: Int, word: Int): Int = key * salts(word) >>> 27
}
