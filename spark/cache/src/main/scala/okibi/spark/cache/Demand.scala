package okibi.spark.cache

/** The bytes that are worth writing to disk ahead of need. The budget grows when cleaned blocks are dropped, or when
  * blocks had to be written while memory was waited for. It shrinks when cleaned blocks leave memory without having
  * been dropped. Thread-safe. Called while the memory manager is locked, so it only computes and wakes the cleaner.
  */
private[cache] final class Demand {
  private var budget = 0L
  private var outstanding = 0L
  private var pressed = false

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
      budget = if (evicted) budget + resident.bytes else budget / 2
    } else if (evicted && !resident.dropsFree) budget = math.max(budget, 2 * resident.bytes)
    if (evicted) {
      pressed = true
      notifyAll()
    }
  }

  /** The cleaner has written a block, which may have left memory meanwhile. */
  def cleaned(resident: Resident): Unit = synchronized {
    if (!resident.gone) {
      resident.cleaned = true
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
}
