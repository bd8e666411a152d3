package okibi.core.text

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder

/** Eight bytes at a time in a long, the first byte the lowest ("SIMD within a register"; the tests of bytes are those of Warren,
  * Hacker's Delight, section 6-1). Stateless.
  */
private[text] object Swar {
  private val longs: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)

  /** Bytes of a block, for each of which a mask has a bit. */
  final val blockBytes = 64

  final val highBits = 0x8080808080808080L
  private final val lowBits = 0x0101010101010101L
  private final val sevenBits = 0x7f7f7f7f7f7f7f7fL
  private final val lineFeeds = 0x0a0a0a0a0a0a0a0aL
  private final val carriageReturns = 0x0d0d0d0d0d0d0d0dL
  private final val tabs = 0x0909090909090909L
  private final val formFeeds = 0x0c0c0c0c0c0c0c0cL

  /** What sets the high bit of a byte of seven bits when it is added to one above the space. */
  private final val aboveSpace = 0x5f5f5f5f5f5f5f5fL

  /** One multiplication that brings bit 8 * i to bit 56 + i, for all eight of them. */
  private final val gather = 0x0102040810204080L

  /** The eight bytes from `at` on, which must be in the array. */
  def load(bytes: Array[Byte], at: Int): Long = longs.get(bytes, at)

  /** The lowest bit that is set belongs to the first line feed or carriage return; higher ones may mean nothing. */
  def lineEnds(word: Long): Long = {
    val feed = word ^ lineFeeds
    val carriage = word ^ carriageReturns
    ((feed - lowBits) & ~feed | (carriage - lowBits) & ~carriage) & highBits
  }

  /** The place, 0 to 7, of the first byte that a mask has a bit for. */
  def first(mask: Long): Int = java.lang.Long.numberOfTrailingZeros(mask) >>> 3

  /** White space of a block: a bit for each of its bytes, the first the lowest.
    *
    * @param left bytes that belong to the range, from `at` on; what comes behind them counts as white space
    */
  def spaces(bytes: Array[Byte], at: Int, left: Int): Long =
    if (bytes.length - at >= blockBytes) {
      val mask = eight(bytes, at) | eight(bytes, at + 8) << 8 | eight(bytes, at + 16) << 16 | eight(bytes, at + 24) << 24 |
        eight(bytes, at + 32) << 32 | eight(bytes, at + 40) << 40 | eight(bytes, at + 48) << 48 | eight(bytes, at + 56) << 56
      if (left < blockBytes) mask | -1L << left else mask
    } else oneByOne(bytes, at, math.min(left, blockBytes))

  /** Whether a byte ends words: space, tab, line feed, carriage return, form feed, as [[java.util.StringTokenizer]] has it. */
  def isSpace(byte: Byte): Boolean = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f'

  private def eight(bytes: Array[Byte], at: Int): Long = (spaces(load(bytes, at)) >>> 7) * gather >>> 56

  /** The high bit of each byte that is white space. */
  private def spaces(word: Long): Long = {
    val upToSpace = ~((word & sevenBits) + aboveSpace | word) & highBits
    val controls = upToSpace & ~(word << 2) // Up to the space, only the space itself has bit 5.
    if (controls == 0) upToSpace else upToSpace ^ (controls & ~separators(word))
  }

  private def separators(word: Long): Long =
    zeros(word ^ tabs) | zeros(word ^ lineFeeds) | zeros(word ^ formFeeds) | zeros(word ^ carriageReturns)

  /** The high bit of each byte that is zero, and no other. */
  private def zeros(word: Long): Long = ~((word & sevenBits) + sevenBits | word | sevenBits)

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
