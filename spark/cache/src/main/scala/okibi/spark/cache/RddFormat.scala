package okibi.spark.cache

import java.io.{IOException, InputStream, OutputStream}
import java.nio.channels.WritableByteChannel
import java.util.concurrent.atomic.AtomicInteger

import scala.reflect.ClassTag
import scala.util.control.NonFatal

import okibi.core.block.{Access, BlockKey, Tier}
import okibi.spark.cache.codec.{CodecTiming, CountingOutput, RecordCodec}
import okibi.spark.shims.{BlockFormat, BlockRemoval, BlockStore, DataHandle}

import org.apache.spark.TaskContext
import org.apache.spark.serializer.SerializationStream
import org.apache.spark.storage.RDDBlockId

/** Reads and writes blocks of cached RDDs with a codec, and records what that cost.
  *
  * @param toFile buffers the bytes that go to a file
  */
private[cache] final class RddFormat(
    ledger: Ledger,
    store: () => BlockStore,
    ownPuts: OwnPuts,
    codecOf: CodecTiming => RecordCodec,
    toFile: (OutputStream, Option[WritableByteChannel]) => OutputStream
) extends BlockFormat {

  private val writing = new AtomicInteger

  // The time that this thread's last write took to serialize and to write.
  private val lastWrite = new ThreadLocal[WriteTime]

  /** Made for the first record, because many applications cache nothing. */
  lazy val codec: RecordCodec = codecOf(new CodecTiming {
    override def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit = {
      lastWrite.set(WriteTime(bytes, serializeNs + writeNs))
    }
    override def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit =
      ledger.costs.read(rdd, bytes, readNs, deserializeNs)
  })

  override def buffered(file: OutputStream, channel: Option[WritableByteChannel]): OutputStream = toFile(file, channel)

  /** How many tasks write a block to disk now. */
  def tasksWriting: Int = writing.get

  override def write[T](block: RDDBlockId, out: OutputStream, records: Iterator[T], tag: ClassTag[T]): Unit = {
    val key = BlockKey(block.rddId, block.splitIndex)
    // A block in memory is being dropped, cleaned or sent. A block that is not in memory is being computed while it is
    // written.
    val computing = TaskContext.get() != null && ledger.resident(key).isEmpty
    if (computing && !store().level(block).exists(_.useMemory)) ledger.record(Access(key, Tier.Computed, OwnPuts.stage))
    val startNs = System.nanoTime()
    val counted = new CountingOutput(out)
    if (computing) writing.incrementAndGet()
    try {
      val stream = codec.writer(block.rddId, counted, tag)
      stream.writeAll(records)(tag)
      stream.close()
    } catch {
      case e: IOException => throw explained(block, counted.bytes, e)
    } finally {
      if (computing) writing.decrementAndGet()
    }
    val spent = lastWrite.get
    ledger.costs.storedOnDisk(key, spent.bytes)
    if (computing) {
      ledger.costs.computedToDisk(key, spent.bytes, math.max(0L, System.nanoTime() - startNs - spent.ns))
      ownPuts.stored(key)
    }
  }

  override def writer(block: RDDBlockId, out: OutputStream, tag: ClassTag[_]): SerializationStream =
    codec.writer(block.rddId, out, tag)

  override def read[T](block: RDDBlockId, in: InputStream, tag: ClassTag[T], local: Boolean): Iterator[T] = {
    val key = BlockKey(block.rddId, block.splitIndex)
    val isRead = TaskContext.get() != null && !ownPuts.isOwn(key)
    if (isRead && local) ledger.record(Access(key, Tier.Disk, OwnPuts.stage))
    else if (isRead && ledger.resident(key).isEmpty) ledger.record(Access(key, Tier.Remote, OwnPuts.stage))
    val failed = onFailure(block, tag, local)
    try codec.read(block.rddId, in, tag, failed)
    catch {
      case NonFatal(e) =>
        failed(e)
        throw e
    }
  }

  /** Removes a block that a task cannot read back, so that the next attempt of the task computes the partition again.
    * The scan of a cached table does so for the table's blocks. The failure of a task that was killed is no sign of
    * damage.
    */
  private def onFailure(block: RDDBlockId, tag: ClassTag[_], local: Boolean): Throwable => Unit = {
    val task = TaskContext.get()
    if (task == null || DataHandle.mayBe(tag.runtimeClass)) (_ => ())
    else
      damage =>
        if (!task.isInterrupted())
          BlockRemoval.removeDamaged(block.rddId, block.splitIndex, damage, task)
  }

  /** The same failure with the folder and the bytes needed. Spark's own message only says that a device is full. */
  private def explained(block: RDDBlockId, bytes: Long, e: IOException): IOException =
    if (e.getMessage == null || !e.getMessage.contains("No space left")) e
    else {
      val folder = store().file(block).getParentFile
      new IOException(
        s"$block needs more than $bytes bytes in $folder, which has ${folder.getUsableSpace} left: ${e.getMessage}. " +
          "Free space there, or set spark.local.dir to a folder with more.",
        e
      )
    }

  private case class WriteTime(bytes: Long, ns: Long)
}
