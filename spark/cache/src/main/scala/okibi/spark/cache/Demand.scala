package okibi.spark.cache

import okibi.spark.shims.DiskQuota

/** The bytes that are worth writing to disk ahead of need, and what the disk holds because they were written. The budget grows when cleaned blocks are dropped, or when
  * blocks had to be written while memory was waited for. It shrinks when cleaned blocks leave memory without having
  * been dropped. Thread-safe. Called while the memory manager is locked, so it only computes and wakes the cleaner.
  *
  * @param quota counts the files of blocks that are still in memory: without the cleaner they would not be on disk
  */
private[cache] final class Demand(quota: DiskQuota) extends AutoCloseable {
  private var budget = 0L
  private var outstanding = 0L
  private var pressed = false
  private var ahead = 0L
  private var isClosed = false

  /** Execution memory, or a block of no RDD, wants memory back. */
  def wanted(bytes: Long): Unit = synchronized {
    pressed = true
    budget = math.max(budget, 2 * bytes)
    notifyAll()
  }

  /** A block left memory. */
  def left(resident: Resident, evicted: Boolean): Unit = synchronized {
    resident.gone = true
    if (resident.cleaned) {
      outstanding -= resident.bytes
      count(-resident.fileBytes)
      budget = if (evicted) budget + resident.bytes else budget / 2
    } else if (evicted && !resident.dropsFree) budget = math.max(budget, 2 * resident.bytes)
    if (evicted) {
      pressed = true
      notifyAll()
    }
  }

  /** Whether a block may be written ahead of need. */
  def mayClean(resident: Resident): Boolean = quota.isRoom(resident.bytes)

  /** The cleaner has written a block, which may have left memory meanwhile. */
  def cleaned(resident: Resident, fileBytes: Long): Unit = synchronized {
    if (!resident.gone) {
      resident.cleaned = true
      resident.fileBytes = fileBytes
      count(fileBytes)
      outstanding += resident.bytes
    }
  }

  /** Waits until there is something to clean.
    *
    * @param millis most milliseconds to wait
    * @return bytes that may be cleaned now
    */
  def await(millis: Long, capacity: Long): Long = synchronized {
    if (!pressed) wait(millis)
    pressed = false
    budget = math.min(budget, capacity / 4)
    math.max(0L, budget - outstanding)
  }

  /** The files of this executor no longer count. */
  override def close(): Unit = synchronized {
    count(-ahead)
    isClosed = true
  }

  private def count(fileBytes: Long): Unit = if (!isClosed) {
    ahead += fileBytes
    quota.take(fileBytes)
  }
}
