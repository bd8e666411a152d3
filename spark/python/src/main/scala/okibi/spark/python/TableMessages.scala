package okibi.spark.python

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel

import scala.jdk.CollectionConverters._

import okibi.spark.sql.arrow.{BatchFiller, FilledBatch}

import org.apache.arrow.memory.{ArrowBuf, BufferAllocator}
import org.apache.arrow.vector.ipc.WriteChannel
import org.apache.arrow.vector.ipc.message.{ArrowFieldNode, ArrowRecordBatch, IpcOption, MessageSerializer}
import org.apache.spark.TaskContext
import org.apache.spark.sql.execution.arrow.RowsToArrow

/** Rows of a scan of a cached table as messages of Arrow's format for streams and files, a batch of rows each. For one
  * task.
  */
private[python] final class TableMessages(filler: BatchFiller, allocator: BufferAllocator)
    extends Iterator[Array[Byte]] {
  override def hasNext: Boolean = filler.hasRows

  override def next(): Array[Byte] = {
    if (!hasNext) throw new NoSuchElementException("The scan has no more rows.")
    val buffers = new SparkBuffers(allocator)
    try {
      val batch = recordBatch(filler.fill(buffers))
      try TableMessages.serialized(batch)
      finally batch.close()
    } finally buffers.releaseAll()
  }

  private def recordBatch(filled: FilledBatch[ArrowBuf]): ArrowRecordBatch = {
    val nodes = filled.columns.map(column => new ArrowFieldNode(filled.rows.toLong, column.nulls.toLong))
    val contents = filled.columns.flatMap { column =>
      column.filledBuffers.zip(column.filledBytes).map { case (buffer, bytes) => buffer.writerIndex(bytes) }
    }
    new ArrowRecordBatch(filled.rows, nodes.toSeq.asJava, contents.toSeq.asJava)
  }
}

private[python] object TableMessages {

  def of(filler: BatchFiller, context: TaskContext): Iterator[Array[Byte]] = {
    val allocator = RowsToArrow.allocator(s"okibi, task ${context.taskAttemptId()}")
    context.addTaskCompletionListener[Unit](_ => allocator.close())
    new TableMessages(filler, allocator)
  }

  private def serialized(batch: ArrowRecordBatch): Array[Byte] = {
    val prefix = 8 // a mark, and how long the description is
    val description = (MessageSerializer.serializeMetadata(batch, IpcOption.DEFAULT).remaining + prefix + 7) & ~7
    val out = new ArrayChannel(Math.toIntExact(description + batch.computeBodyLength()))
    MessageSerializer.serialize(new WriteChannel(out), batch)
    out.array
  }

  /** Writes into an array, whose size must be known. */
  private final class ArrayChannel(size: Int) extends WritableByteChannel {
    private val bytes = ByteBuffer.allocate(size)

    /** The array, which must be full. */
    def array: Array[Byte] = {
      if (bytes.hasRemaining)
        throw new IllegalStateException(
          s"A message of Arrow has ${bytes.position()} bytes where $size were foreseen. This is a bug of Okibi, please report it."
        )
      bytes.array()
    }

    override def write(source: ByteBuffer): Int = {
      val count = source.remaining
      bytes.put(source)
      count
    }

    override def isOpen: Boolean = true
    override def close(): Unit = ()
  }
}
