package okibi.spark.cache

/** How much it pays to write likely victims ahead: a budget of bytes that grows when cleaned blocks are dropped, or
  * blocks had to be written while memory was waited for, and shrinks when cleaned blocks go without having been dropped.
  * Thread-safe; called while the memory manager is locked, so it only does arithmetic and wakes the cleaner.
  */
private[cache] final class Demand {
  private var budget = 0L
  private var outstanding = 0L
  private var pressed = false

  /** Somebody other than a cached RDD wants memory back. */
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

  /** The cleaner has written a block, which may have left memory since. */
  def cleaned(resident: Resident): Unit = synchronized {
    if (!resident.gone) {
      resident.cleaned = true
      outstanding += resident.bytes
    }
  }

  /** Waits until there is something to clean, at most so long.
    *
    * @return bytes that may be cleaned now
    */
  def await(millis: Long, capacity: Long): Long = synchronized {
    if (!pressed) wait(millis)
    pressed = false
    budget = math.min(budget, capacity / 4)
    math.max(0L, budget - outstanding)
  }
}
