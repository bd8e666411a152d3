package okibi.spark.cache.codec

import java.nio.{ByteBuffer, ByteOrder}
import java.util.zip.CRC32C

/** The bytes of a block: a mark, then frames. The last frame holds the number of records.
  *
  * {{{
  * block   = mark frame* end
  * frame   = codec:1 length:4 records:4 payloadCrc:4 headerCrc:4 payload:length       (little endian)
  * end     = a frame of codec 0 whose payload is the number of records of the block:8
  * }}}
  *
  * The mark is seven bytes and the version of this format. Java serialization begins with 0xACED. A Kryo stream begins
  * with a class number of at most five bytes, seven bits each: five bytes with the high bit set make a number that no
  * class has.
  *
  * Frames are checked by CRC-32C, which processors compute faster than memory delivers data. Decoders may therefore
  * trust their input: a damaged file gives an error and never a wrong record.
  */
private[codec] object FrameFormat {
  final val version = 1
  val mark: Array[Byte] = Array(0xcf, 0xeb, 0xe9, 0xe2, 0xe9, 0xb1, 0x9a, version).map(_.toByte)

  /** Bytes of a frame before its payload. */
  final val HeaderBytes = 17

  /** A frame is closed when its payload reaches this size: large enough to amortize a frame, small enough for the cache
    * of one core.
    */
  final val TargetBytes = 32 * 1024

  /** No frame grows beyond this size; a record that would exceed it is left to Spark's serializer. Half of what an
    * array can hold, because buffers double.
    */
  final val MaxBytes = 1 << 30

  final val End = 0
  final val Strings = 1
  final val ByteArrays = 2
  final val WholeByteArray = 3
  final val Plain = 4
  final val Generic = 5
  final val SparkTail = 6

  /** See [[OwnCodec]]. */
  final val OwnTail = 7

  /** The first of the codes for primitives, see [[PrimitiveFrame]]. */
  final val FirstPrimitive = 16

  def writeHeader(target: Array[Byte], offset: Int, codec: Int, length: Int, records: Int, payloadCrc: Int): Unit = {
    val header = ByteBuffer.wrap(target, offset, HeaderBytes).order(ByteOrder.LITTLE_ENDIAN)
    header.put(codec.toByte).putInt(length).putInt(records).putInt(payloadCrc)
    header.putInt(crc(target, offset, HeaderBytes - 4))
    ()
  }

  def crc(bytes: Array[Byte], offset: Int, length: Int): Int = {
    val crc = new CRC32C
    crc.update(bytes, offset, length)
    crc.getValue.toInt
  }
}
