package okibi.spark.cache.codec

import org.apache.fory.memory.MemoryBuffer
import org.apache.fory.serializer.StringSerializer

/** A frame of strings: for each string its length, its encoding (Latin-1 or UTF-16, as the JVM holds it) and its bytes.
  */
private[codec] object StringFrame {

  final class Encoder extends FrameEncoder {
    override def codec: Int = FrameFormat.Strings
    override def generality: Int = 0
    override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = record match {
      case text: String if BufferRoom.forString(buffer, text) =>
        StringSerializer.writeBytesString(buffer, text)
        true
      case _ => false
    }
  }

  final class Decoder(strings: StringSerializer) extends FrameDecoder {
    override def read(payload: MemoryBuffer, records: Int, into: Array[AnyRef]): Unit = {
      var i = 0
      while (i < records) {
        into(i) = strings.readBytesString(payload)
        i += 1
      }
    }
  }
}
