package okibi.spark.sql.table

import java.io.IOException
import java.lang.ref.Cleaner
import java.util.concurrent.atomic.AtomicInteger

/** The mapped file of one cached partition. The file has no name any more: its space is free when the mapping ends, however
  * that comes about.
  *
  * Held by the block that it belongs to and by each task that reads it, and unmapped when the last holder has let go. If
  * nobody ever says so, because the block was not stored in the end, the garbage collector's finding counts. Thread-safe.
  */
private[table] final class MappedFile(mapping: Mapping) {
  private val holders = new AtomicInteger(1)
  private val cleanable = MappedFile.cleaner.register(this, () => mapping.unmap())

  /** Holds the file until `release`.
    *
    * @throws java.io.IOException when the last holder is gone: the block was removed
    */
  def retain(): Unit = {
    var held = holders.get
    while (held > 0 && !holders.compareAndSet(held, held + 1)) held = holders.get
    if (held <= 0)
      throw new IOException(
        "A partition of a cached table was unpersisted while a task was about to read it. Spark tries the task again, which computes the partition anew."
      )
  }

  /** Lets go. After the last holder did, the file is unmapped a moment later, off this thread. */
  def release(): Unit = if (holders.decrementAndGet() == 0) MappedFile.unmapLater(cleanable)

  /** Only for a holder. */
  def address(offset: Long): Long = mapping.address(offset)
}

private[table] object MappedFile {
  private val cleaner = Cleaner.create()

  /** A thread that a killed task left behind, such as one that feeds a Python worker, has this long to end its row. */
  private val graceMillis = 1000L

  private def unmapLater(file: Cleaner.Cleanable): Unit = DelayedWork.run(graceMillis)(file.clean())
}
