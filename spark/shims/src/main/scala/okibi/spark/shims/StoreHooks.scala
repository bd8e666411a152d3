package okibi.spark.shims

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BlockId, RDDBlockId}

/** The questions and messages of the block store about blocks of cached RDDs. Other blocks never get here.
  *
  * Called by many task threads at once. The store may call `victims`, `left` and `entered` while Spark's memory manager
  * is locked: they must not wait for I/O, for the network, or for a lock under which the memory manager is used.
  */
trait StoreHooks {

  /** Passes in the store that asks. Called once, before anything else. */
  def attached(store: BlockStore): Unit

  /** Whether the hooks decide. If false, Spark's own store chooses the victims, and the hooks only observe. */
  def deciding: Boolean

  /** Whether a block may enter memory. Called before the block is unrolled, or before its bytes are copied. May drop
    * other blocks to make room.
    *
    * @param bytes the exact size, or -1 if it is not known yet
    */
  def admit(block: RDDBlockId, mode: MemoryMode, bytes: Long): Boolean

  /** The block is in memory now.
    *
    * @param putNs nanoseconds that the put took, including computing or reading the records
    */
  def entered(block: RDDBlockId, mode: MemoryMode, bytes: Long, putNs: Long): Unit

  /** A block of handles is in memory now. The hooks were not asked about it, and it is never a victim. */
  def keptOutside(block: RDDBlockId): Unit

  /** The put of an admitted block ended, but the block is not in memory. The records that were unrolled go to disk or
    * to the caller.
    *
    * @param outgrown whether the block turned out not to fit, as opposed to a failure of the task
    */
  def gaveUp(block: RDDBlockId, mode: MemoryMode, outgrown: Boolean): Unit

  /** Unrolling an admitted block has taken `bytes` more bytes. */
  def reserved(block: RDDBlockId, mode: MemoryMode, bytes: Long): Unit

  /** A task found the block in memory. */
  def readFromMemory(block: RDDBlockId): Unit

  /** The block is no longer in memory.
    *
    * @param evicted whether the block was dropped to make room, as opposed to unpersisted or replaced
    */
  def left(block: RDDBlockId, mode: MemoryMode, bytes: Long, evicted: Boolean): Unit

  /** A block that is only on disk is about to be removed. */
  def removedFromDisk(block: RDDBlockId): Unit

  /** Blocks to drop, the first to go first, for execution memory (None), for a block of no RDD, or for an RDD's block
    * that was admitted before.
    *
    * @param bytes bytes that are wanted; the iterator continues beyond them, because some blocks may be in use
    */
  def victims(wanted: Option[BlockId], bytes: Long, mode: MemoryMode): Iterator[RDDBlockId]

  /** The application ends, or the store is emptied. */
  def cleared(): Unit
}
