package okibi.spark.shims

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BlockId, RDDBlockId}

/** What the block store asks and tells about blocks of cached RDDs. Other blocks never get here.
  *
  * Called by many task threads at once. `victims`, `left` and `entered` may be called while Spark's memory manager is
  * locked: they must not wait for I/O, for the network, or for a lock under which the memory manager is used.
  */
trait StoreHooks {

  /** The store that asks; called once, before anything else. */
  def attached(store: BlockStore): Unit

  /** With false Spark's own store chooses the victims, and these hooks only see what happens. */
  def deciding: Boolean

  /** Asked before a block is unrolled, or its bytes are copied, into memory. May drop other blocks to make room.
    *
    * @param bytes the exact size, or -1 when it is not known yet
    */
  def admit(block: RDDBlockId, mode: MemoryMode, bytes: Long): Boolean

  /** The block is in memory now.
    *
    * @param putNs how long the put took, with computing or reading the records
    */
  def entered(block: RDDBlockId, mode: MemoryMode, bytes: Long, putNs: Long): Unit

  /** A block of handles is in memory now; it was not asked about, and never is a victim. */
  def keptOutside(block: RDDBlockId): Unit

  /** The put of an admitted block ended without it in memory: what was unrolled goes on to disk or to the caller.
    *
    * @param outgrown whether it turned out not to fit, as opposed to a failure of the task
    */
  def gaveUp(block: RDDBlockId, mode: MemoryMode, outgrown: Boolean): Unit

  /** Unrolling an admitted block has taken so many bytes more. */
  def reserved(block: RDDBlockId, mode: MemoryMode, bytes: Long): Unit

  /** The block was found in memory. */
  def readFromMemory(block: RDDBlockId): Unit

  /** The block is no longer in memory.
    *
    * @param evicted whether it had to make room, as opposed to being unpersisted or replaced
    */
  def left(block: RDDBlockId, mode: MemoryMode, bytes: Long, evicted: Boolean): Unit

  /** A block that is on disk only is about to be removed. */
  def removedFromDisk(block: RDDBlockId): Unit

  /** Blocks that may make room, the first to go first, for execution memory (None), for a block that is no RDD's, or for
    * an RDD's block that was admitted before.
    *
    * @param bytes how much is wanted; the iterator goes on after it, for those in use
    */
  def victims(wanted: Option[BlockId], bytes: Long, mode: MemoryMode): Iterator[RDDBlockId]

  /** The application ends or the store is emptied. */
  def cleared(): Unit
}
