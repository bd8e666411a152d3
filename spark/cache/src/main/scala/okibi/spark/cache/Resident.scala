package okibi.spark.cache

import org.apache.spark.memory.MemoryMode

/** A block in memory.
  *
  * @param hasDisk whether its level writes it to disk when it is dropped
  */
private[cache] final class Resident(val mode: MemoryMode, val bytes: Long, val hasDisk: Boolean, onDisk: Boolean) {

  /** Whether its records are on disk already. */
  @volatile var clean: Boolean = onDisk

  /** Whether the cleaner wrote the block, to how many bytes, and whether the block has left memory. [[Demand]] guards
    * them.
    */
  var cleaned: Boolean = false
  var fileBytes: Long = 0L
  var gone: Boolean = false

  /** Whether the cleaner failed to write the block, so that it does not try again. */
  @volatile var uncleanable: Boolean = false

  /** Whether the block can be dropped without I/O. */
  def dropsFree: Boolean = clean || !hasDisk
}
