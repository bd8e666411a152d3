package okibi.spark.sql.table

import java.io.IOException
import java.lang.ref.Cleaner
import java.util.concurrent.atomic.AtomicInteger

/** The mapped file of one cached partition. The file has no name, so its space is freed when the mapping ends, for
  * whatever reason.
  *
  * The block and each task that reads it hold the file. It is unmapped after the last holder releases it. If the block
  * was not stored in the end and so is never released, the garbage collector unmaps the file. Thread-safe.
  */
private[table] final class MappedFile(mapping: Mapping) {
  private val holders = new AtomicInteger(1)
  private val cleanable = MappedFile.cleaner.register(this, () => mapping.unmap())

  /** Holds the file until `release`.
    *
    * @throws java.io.IOException if the last holder has released the file because the block was removed
    */
  def retain(): Unit = {
    var held = holders.get
    while (held > 0 && !holders.compareAndSet(held, held + 1)) held = holders.get
    if (held <= 0)
      throw new IOException(
        "A partition of a cached table was unpersisted when a task was about to read it. " +
          "Spark retries the task, which computes the partition again."
      )
  }

  /** Ends a hold. A moment after the last one ends, another thread unmaps the file. */
  def release(): Unit = if (holders.decrementAndGet() == 0) MappedFile.unmapLater(cleanable)

  /** The address of an offset. Only for a holder. */
  def address(offset: Long): Long = mapping.address(offset)
}

private[table] object MappedFile {
  private val cleaner = Cleaner.create()

  /** The time that a thread of a killed task, such as one that feeds a Python worker, has to finish its row. */
  private val graceMs = 1000L

  private def unmapLater(file: Cleaner.Cleanable): Unit = DelayedWork.run(graceMs)(file.clean())
}
