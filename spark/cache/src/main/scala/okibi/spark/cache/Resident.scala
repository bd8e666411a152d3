package okibi.spark.cache

import org.apache.spark.memory.MemoryMode

/** A block that is in memory.
  *
  * @param hasDisk whether its level writes it to disk when it is dropped
  */
private[cache] final class Resident(val mode: MemoryMode, val bytes: Long, val hasDisk: Boolean, onDisk: Boolean) {

  /** Whether its records are on disk already. */
  @volatile var clean: Boolean = onDisk

  /** Whether the cleaner put them there, and whether the block has left memory; both guarded by the demand. */
  var cleaned: Boolean = false
  var gone: Boolean = false

  /** Whether the cleaner tried in vain, so that it leaves this one alone. */
  @volatile var uncleanable: Boolean = false

  /** Whether it can be dropped by forgetting it, without I/O. */
  def dropsFree: Boolean = clean || !hasDisk
}
