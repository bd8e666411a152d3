package okibi.spark.sql.stats

import java.util.Arrays

import org.apache.spark.unsafe.Platform

/** The bounds of all columns of one partition in one array of bytes. The driver keeps and reads the array that an
  * executor sends. It takes 17 bytes for each column, and the texts of bounds follow.
  *
  * {{{
  *   0  kind (1), partition (4), rows (8)
  *  13  for each column: flags (1), lower (8), upper (8)
  *      a bound that is a text: offset (4) and length (4) of the text
  *      texts
  * }}}
  */
object BoundsPacket {
  final val Kind: Byte = 1

  // The flags of a column.
  final val MayBeNull = 1
  final val MayHaveValue = 2
  final val Bounded = 4

  private final val header = 13
  private final val columnBytes = 17

  /** The size of a packet without its texts, in bytes. */
  def fixedBytes(columns: Int): Int = header + columns * columnBytes

  /** @param maxTextBytes a longer text is cut to this length, and the bound is rounded outwards */
  def encode(partition: Int, rows: Long, columns: Array[ColumnBounds], maxTextBytes: Int): Array[Byte] = {
    val texts = columns.map {
      case bytes: BytesBounds if has(bytes) => TextBounds.cut(bytes.lower, bytes.upper, maxTextBytes)
      case _ => None
    }
    val packet =
      new Array[Byte](fixedBytes(columns.length) + texts.flatten.map(text => text.lower.length + text.upper.length).sum)
    packet(0) = Kind
    putInt(packet, 1, partition)
    putLong(packet, 5, rows)
    var tail = fixedBytes(columns.length)

    def append(text: Array[Byte], at: Int): Unit = {
      putInt(packet, at, tail)
      putInt(packet, at + 4, text.length)
      System.arraycopy(text, 0, packet, tail, text.length)
      tail += text.length
    }

    columns.indices.foreach { i =>
      val at = header + i * columnBytes
      var flags = (if (columns(i).mayBeNull) MayBeNull else 0) | (if (columns(i).mayHaveValue) MayHaveValue else 0)
      columns(i) match {
        case longs: LongBounds if has(longs) =>
          flags |= Bounded
          putLong(packet, at + 1, longs.lower)
          putLong(packet, at + 9, longs.upper)
        case _ =>
          texts(i).foreach { text =>
            flags |= Bounded
            append(text.lower, at + 1)
            append(text.upper, at + 9)
          }
      }
      packet(at) = flags.toByte
    }
    packet
  }

  private def has(bounds: ColumnBounds): Boolean = bounds.bounded && bounds.mayHaveValue

  // A packet is read in place. Columns are ordinals; the names are those of ColumnFacts.
  def partition(packet: Array[Byte]): Int = getInt(packet, 1)
  def rows(packet: Array[Byte]): Long = getLong(packet, 5)
  def flags(packet: Array[Byte], column: Int): Int = packet(header + column * columnBytes).toInt
  def lower(packet: Array[Byte], column: Int): Long = getLong(packet, header + column * columnBytes + 1)
  def upper(packet: Array[Byte], column: Int): Long = getLong(packet, header + column * columnBytes + 9)
  def compareLower(packet: Array[Byte], column: Int, key: Array[Byte]): Int =
    compare(packet, header + column * columnBytes + 1, key)
  def compareUpper(packet: Array[Byte], column: Int, key: Array[Byte]): Int =
    compare(packet, header + column * columnBytes + 9, key)

  private def compare(packet: Array[Byte], at: Int, key: Array[Byte]): Int = {
    val from = getInt(packet, at)
    Arrays.compareUnsigned(packet, from, from + getInt(packet, at + 4), key, 0, key.length)
  }

  private def putInt(packet: Array[Byte], at: Int, value: Int): Unit =
    Platform.putInt(packet, Platform.BYTE_ARRAY_OFFSET.toLong + at, value)
  private def putLong(packet: Array[Byte], at: Int, value: Long): Unit =
    Platform.putLong(packet, Platform.BYTE_ARRAY_OFFSET.toLong + at, value)
  private def getInt(packet: Array[Byte], at: Int): Int =
    Platform.getInt(packet, Platform.BYTE_ARRAY_OFFSET.toLong + at)
  private def getLong(packet: Array[Byte], at: Int): Long =
    Platform.getLong(packet, Platform.BYTE_ARRAY_OFFSET.toLong + at)
}
