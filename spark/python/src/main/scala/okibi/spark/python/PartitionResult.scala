package okibi.spark.python

import java.nio.ByteBuffer

/** What a task made of a partition, as bytes, which every serializer of an application can carry: a long for each message,
  * and the messages. Where the task could write into the driver's file itself, only the longs: where each message begins,
  * the bytes before the body and the bytes of the body.
  */
private[python] object PartitionResult {
  private val isWritten: Byte = 1
  private val isSent: Byte = 0

  def of(target: ArrowFile.Reference, messages: Iterator[Array[Byte]]): Array[Byte] = target.file match {
    case Some(file) => written(messages.map(file.write).toVector)
    case None => sent(messages.toVector)
  }

  /** Where the messages are in the file, into which those that were sent are written now. */
  def blocks(result: Array[Byte], file: ArrowFile): Seq[ArrowFile.Block] = {
    val bytes = ByteBuffer.wrap(result)
    if (bytes.get() == isWritten)
      Seq.fill(bytes.getInt())(ArrowFile.Block(bytes.getLong(), bytes.getInt(), bytes.getLong()))
    else {
      val lengths = Seq.fill(bytes.getInt())(bytes.getInt())
      lengths.map { length =>
        val message = bytes.slice().limit(length)
        bytes.position(bytes.position() + length)
        file.write(message)
      }
    }
  }

  private def written(blocks: Seq[ArrowFile.Block]): Array[Byte] = {
    val bytes = ByteBuffer.allocate(5 + 20 * blocks.size).put(isWritten).putInt(blocks.size)
    blocks.foreach(block => bytes.putLong(block.at).putInt(block.head).putLong(block.body))
    bytes.array()
  }

  private def sent(messages: Seq[Array[Byte]]): Array[Byte] = {
    val size = 5L + 4L * messages.size + messages.map(_.length.toLong).sum
    if (size > Int.MaxValue - 8)
      throw new IllegalStateException(
        s"A partition has $size bytes in Arrow's format. A task may send 2 GB: use more partitions, by df.repartition(n)."
      )
    val bytes = ByteBuffer.allocate(size.toInt).put(isSent).putInt(messages.size)
    messages.foreach(message => bytes.putInt(message.length))
    messages.foreach(bytes.put)
    bytes.array()
  }
}
