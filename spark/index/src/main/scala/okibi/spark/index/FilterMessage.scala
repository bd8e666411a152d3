package okibi.spark.index

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Arrays

/** A task's message to the driver about a partition: its filter, or the reason why it has none. Plain bytes, because
  * the driver may read results before it can load classes of an application's jars.
  */
private[index] final case class FilterMessage(partition: Int, outcome: Either[String, Array[Byte]])

private[index] object FilterMessage {
  private val isFilter: Byte = 1
  private val isRefusal: Byte = 2
  private val headerBytes = 5

  def encode(message: FilterMessage): Array[Byte] = {
    val (kind, body) = message.outcome match {
      case Right(filter) => (isFilter, filter)
      case Left(why) => (isRefusal, why.take(200).getBytes(UTF_8))
    }
    ByteBuffer.allocate(headerBytes + body.length).putInt(message.partition).put(kind).put(body).array
  }

  def decode(bytes: Array[Byte]): FilterMessage = {
    val body = Arrays.copyOfRange(bytes, headerBytes, bytes.length)
    FilterMessage(
      ByteBuffer.wrap(bytes).getInt,
      if (bytes(4) == isFilter) Right(body) else Left(new String(body, UTF_8))
    )
  }
}
