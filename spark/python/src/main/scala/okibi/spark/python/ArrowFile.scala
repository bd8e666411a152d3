package okibi.spark.python

import java.nio.ByteBuffer
import java.nio.ByteOrder.LITTLE_ENDIAN
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path}
import java.util.Collections
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.control.NonFatal

import org.apache.arrow.vector.ipc.WriteChannel
import org.apache.arrow.vector.ipc.message.{ArrowBlock, ArrowFooter, MessageSerializer}
import org.apache.arrow.vector.types.pojo.Schema
import org.apache.spark.okibi.LocalFiles

/** A file in Arrow's format for files, which readers map. Messages are written in the order in which they come, by many
  * threads at once; the footer lists them by partition, so that nothing waits in memory. Only the owner of the process may
  * read the file.
  *
  * Source: Arrow's "IPC File Format".
  */
private[python] final class ArrowFile(val path: Path, schema: Schema) extends AutoCloseable {
  import ArrowFile._

  private val channel = LocalFiles.create(path)
  private val end = new AtomicLong
  private val placed = mutable.Map.empty[Int, Seq[Block]]
  private val id = ids.incrementAndGet()
  open.put(id, this)
  appending { out =>
    out.write(magic)
    out.align()
    MessageSerializer.serialize(out, schema)
    ()
  }

  /** For tasks: this file, if they run in this JVM and an interrupted task cannot close it for all. */
  def reference: Reference = new Reference(if (isSafe) id else -1)

  private def isSafe: Boolean =
    try { LocalFiles.keepOpen(channel); true }
    catch { case NonFatal(_) => false }

  /** Writes a message: a batch of rows in Arrow's format for streams. From any thread. */
  def write(message: Array[Byte]): Block = write(ByteBuffer.wrap(message))

  /** The same, for the bytes up to the limit of a buffer that begins with the message. */
  def write(message: ByteBuffer): Block = {
    val (size, head) = (message.remaining, headBytes(message))
    val at = end.getAndAdd(size.toLong)
    writeAt(message, at)
    Block(at, head, size - head.toLong)
  }

  /** These messages, in this order, are a partition. For one thread. */
  def place(partition: Int, blocks: Seq[Block]): Unit = placed(partition) = blocks

  /** Completes the file. */
  def finish(): Unit = appending { out =>
    out.writeIntLittleEndian(continuation)
    out.writeIntLittleEndian(0)
    val start = out.getCurrentPosition
    val blocks = placed.toSeq.sortBy(_._1).flatMap(_._2).map(block => new ArrowBlock(block.at, block.head, block.body))
    out.write(new ArrowFooter(schema, Collections.emptyList(), blocks.asJava), false)
    out.writeIntLittleEndian((out.getCurrentPosition - start).toInt)
    out.write(magic)
    ()
  }

  /** Closes the file, and leaves it. */
  override def close(): Unit = {
    open.remove(id)
    channel.close()
  }

  def delete(): Unit = {
    close()
    Files.deleteIfExists(path)
    ()
  }

  private def appending(work: WriteChannel => Unit): Unit = work(new WriteChannel(new WritableByteChannel {
    override def write(source: ByteBuffer): Int = {
      val count = source.remaining
      writeAt(source, end.getAndAdd(count.toLong))
      count
    }
    override def isOpen: Boolean = channel.isOpen
    override def close(): Unit = ()
  }))

  private def writeAt(bytes: ByteBuffer, at: Long): Unit = {
    val last = bytes.limit()
    var to = at
    while (bytes.position() < last) {
      // Java copies what it writes, and keeps the room for the copy with the thread.
      bytes.limit(math.min(last, bytes.position() + mostCopied))
      to += channel.write(bytes, to)
    }
  }
}

private object ArrowFile {

  /** @param at   where the message begins
    * @param head bytes before the body
    * @param body bytes of the body
    */
  final case class Block(at: Long, head: Int, body: Long)

  /** Names a file to tasks. */
  final class Reference(id: Long) extends Serializable {

    /** The file; nothing in a JVM that did not open the file, and once the file is closed. */
    def file: Option[ArrowFile] = Option(open.get(id))
  }

  private val ids = new AtomicLong(System.nanoTime())
  private val open = new ConcurrentHashMap[Long, ArrowFile]
  private val magic = "ARROW1".getBytes(US_ASCII)
  private val continuation = -1
  private val mostCopied = 256 << 10

  /** The bytes before the body of a message: in front of the description stand a mark and how long it is. Arrow before
    * 0.15, which Spark still can write, has no mark.
    */
  private def headBytes(message: ByteBuffer): Int = {
    val head = message.duplicate().order(LITTLE_ENDIAN)
    if (head.getInt(0) == continuation) 8 + head.getInt(4) else 4 + head.getInt(0)
  }
}
