package okibi.bench.data.text

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

/** Tests of eight bytes at a time, in a long whose lowest byte is the first ("SIMD within a register"; the tests are
  * those of Warren, Hacker's Delight, section 6-1). Stateless.
  */
private[text] object Swar {
  private val longs: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)

  /** Bytes of a block. A mask has one bit for each of them. */
  final val blockBytes = 64

  final val highBits = 0x8080808080808080L
  private final val lowBits = 0x0101010101010101L
  private final val sevenBits = 0x7f7f7f7f7f7f7f7fL
  private final val lineFeeds = 0x0a0a0a0a0a0a0a0aL
  private final val carriageReturns = 0x0d0d0d0d0d0d0d0dL

  /** One above a carriage return. */
  private final val aboveReturns = 0x0e0e0e0e0e0e0e0eL

  /** Added to a byte of seven bits, sets the high bit if the byte is above the space. */
  private final val aboveSpace = 0x5f5f5f5f5f5f5f5fL

  /** A factor that moves bit 8 * i to bit 56 + i, for all eight values of i. */
  private final val gather = 0x0102040810204080L

  /** The eight bytes from `at` on. All of them must be in the array. */
  def load(bytes: Array[Byte], at: Int): Long = longs.get(bytes, at)

  /** A mask whose lowest bit belongs to the first line feed or carriage return. Higher bits may be wrong. */
  def lineEnds(word: Long): Long = {
    val feed = word ^ lineFeeds
    val carriage = word ^ carriageReturns
    ((feed - lowBits) & ~feed | (carriage - lowBits) & ~carriage) & highBits
  }

  /** Not zero when there may be line ends. A cheaper test: whether a byte is at most a carriage return. */
  def mayEndLine(word: Long): Long = (word - aboveReturns) & ~word & highBits

  /** Index, 0 to 7, of the first byte that has a bit in the mask. */
  def first(mask: Long): Int = java.lang.Long.numberOfTrailingZeros(mask) >>> 3

  /** White space of a block: one bit for each byte, the first byte's the lowest.
    *
    * @param left bytes of the range from `at` on; bytes after the range count as white space
    */
  def spaces(bytes: Array[Byte], at: Int, left: Int): Long =
    if (bytes.length - at < blockBytes) oneByOne(bytes, at, math.min(left, blockBytes))
    else if (left < blockBytes) carefully(bytes, at) | -1L << left
    else block(bytes, at)

  private def block(bytes: Array[Byte], at: Int): Long = {
    val a = load(bytes, at)
    val b = load(bytes, at + 8)
    val c = load(bytes, at + 16)
    val d = load(bytes, at + 24)
    val e = load(bytes, at + 32)
    val f = load(bytes, at + 40)
    val g = load(bytes, at + 48)
    val h = load(bytes, at + 56)
    // Of the bytes up to the space, only the space has bit 5. A line hardly has any others.
    val others =
      upToSpace(a) & ~(a << 2) | upToSpace(b) & ~(b << 2) | upToSpace(c) & ~(c << 2) | upToSpace(d) & ~(d << 2) |
        upToSpace(e) & ~(e << 2) | upToSpace(f) & ~(f << 2) | upToSpace(g) & ~(g << 2) | upToSpace(h) & ~(h << 2)
    if (others != 0) carefully(bytes, at)
    else
      gathered(upToSpace(a)) | gathered(upToSpace(b)) << 8 | gathered(upToSpace(c)) << 16 | gathered(
        upToSpace(d)
      ) << 24 |
        gathered(upToSpace(e)) << 32 | gathered(upToSpace(f)) << 40 | gathered(upToSpace(g)) << 48 | gathered(
          upToSpace(h)
        ) << 56
  }

  /** White space of a block with any bytes up to the space. */
  private def carefully(bytes: Array[Byte], at: Int): Long =
    gathered(separators(load(bytes, at))) | gathered(separators(load(bytes, at + 8))) << 8 |
      gathered(separators(load(bytes, at + 16))) << 16 | gathered(separators(load(bytes, at + 24))) << 24 |
      gathered(separators(load(bytes, at + 32))) << 32 | gathered(separators(load(bytes, at + 40))) << 40 |
      gathered(separators(load(bytes, at + 48))) << 48 | gathered(separators(load(bytes, at + 56))) << 56

  /** Whether a byte separates words: space, tab, line feed, carriage return or form feed, as in
    * [[java.util.StringTokenizer]].
    */
  def isSpace(byte: Byte): Boolean = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f'

  /** Sets the high bit of each byte up to the space. */
  private def upToSpace(word: Long): Long = ~((word & sevenBits) + aboveSpace | word) & highBits

  /** Sets the high bit of each byte that separates words. Below the space these are 9, 10, 12 and 13: with bit 3,
    * without bit 4, and with bit 1 exactly where neither bit 0 nor bit 2 is set.
    */
  private def separators(word: Long): Long =
    upToSpace(word) & (word << 2 | word << 4 & ~(word << 3) & (word << 6 ^ (word << 5 | word << 7)))

  /** The eight high bits next to each other, the first byte's the lowest. */
  private def gathered(mask: Long): Long = (mask >>> 7) * gather >>> 56

  private def oneByOne(bytes: Array[Byte], at: Int, left: Int): Long = {
    var mask = if (left < blockBytes) -1L << left else 0L
    var i = 0
    while (i < left) {
      if (isSpace(bytes(at + i))) mask |= 1L << i
      i += 1
    }
    mask
  }
}
