package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer

/** A frame of byte arrays, such as PySpark's records: for each array its length and its bytes. */
private[codec] object BytesFrame {

  /** Whether an array gets a frame of its own, which is written without a copy. */
  def isWhole(bytes: Array[Byte]): Boolean = bytes.length >= FrameFormat.TargetBytes

  object Encoder extends FrameEncoder {
    override def codec: Int = FrameFormat.ByteArrays
    override def generality: Int = 0
    override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = record match {
      case bytes: Array[Byte] if !isWhole(bytes) =>
        buffer.writeVarUInt32(bytes.length)
        buffer.writeBytes(bytes)
        true
      case _ => false
    }
  }

  object Decoder extends FrameDecoder {
    override def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
      var i = 0
      while (i < records) {
        into(i) = payload.readBytes(payload.readVarUInt32())
        i += 1
      }
    }
  }
}
