package okibi.spark.sql.table

import java.io.IOException
import java.lang.ref.Cleaner
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

/** The file of one cached partition. The file has no name, so its space is freed when its content is closed, for
  * whatever reason.
  *
  * The block and each task that reads it hold the file. Its content is closed after the last holder releases it. If the
  * block was not stored in the end and so is never released, the garbage collector closes the content. Thread-safe.
  */
private[table] final class PartitionFile(content: FileContent) {
  private val holders = new AtomicInteger(1)
  private val cleanable = PartitionFile.cleaner.register(this, () => PartitionFile.close(content))

  /** Holds the file for a reader.
    *
    * @throws java.io.IOException if the last holder has released the file because the block was removed
    */
  def hold(): PartitionFile.Hold = {
    var held = holders.get
    while (held > 0 && !holders.compareAndSet(held, held + 1)) held = holders.get
    if (held <= 0)
      throw new IOException(
        "A partition of a cached table was unpersisted when a task was about to read it. " +
          "Spark retries the task, which computes the partition again."
      )
    new PartitionFile.Hold(this, content)
  }

  /** Ends the hold of the block, or of a reader. A moment after the last one ends, another thread closes the content. */
  def release(): Unit = if (holders.decrementAndGet() == 0) PartitionFile.closeLater(cleanable)
}

private[table] object PartitionFile {
  private val cleaner = Cleaner.create()

  /** The time that a thread of a killed task, such as one that feeds a Python worker, has to finish its row. */
  val GraceMs: Long = 1000L

  private def close(content: FileContent): Unit = {
    content.close()
    ColumnFile.freed(content.length)
  }

  private def closeLater(file: Cleaner.Cleanable): Unit = DelayedWork.run(GraceMs)(file.clean())

  /** A reader's hold. The mapping, if there is one, stays until the hold is released. */
  final class Hold private[PartitionFile] (file: PartitionFile, content: FileContent) {

    /** The mapping of the whole file; null if the bytes must be copied. */
    val mapping: Mapping = content.beginRead()
    private val released = new AtomicBoolean

    /** Copies bytes of the file to where the buffer stands, until the buffer is full. */
    def copy(offset: Long, to: java.nio.ByteBuffer): Unit = content.copy(offset, to)

    /** Ends the hold; later calls do nothing. */
    def release(): Unit =
      if (released.compareAndSet(false, true)) {
        if (mapping != null) content.endRead()
        file.release()
      }
  }
}
