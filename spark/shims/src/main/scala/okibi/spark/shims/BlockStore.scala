package okibi.spark.shims

import java.io.File

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{RDDBlockId, StorageLevel}

/** What the decisions may do with this executor's block store. Thread-safe. */
trait BlockStore {

  /** Bytes of storage memory that can be had without dropping anything. */
  def freeBytes(mode: MemoryMode): Long

  /** Bytes that storage could have if nothing else were stored. */
  def capacityBytes(mode: MemoryMode): Long

  /** The level that the block was stored with, if it is stored here. */
  def level(block: RDDBlockId): Option[StorageLevel]

  def isOnDisk(block: RDDBlockId): Boolean

  /** Bytes of the block's file; 0 when there is none. */
  def diskBytes(block: RDDBlockId): Long

  /** Where the block's file is or would be. */
  def file(block: RDDBlockId): File

  /** Drops blocks from memory, writing those to disk whose level wants it, without holding the memory manager's lock.
    * Blocks in use are passed over. Drops nothing when the candidates do not add up to `bytes`.
    *
    * @return bytes of memory freed
    */
  def drop(candidates: Iterator[RDDBlockId], bytes: Long, mode: MemoryMode): Long

  /** Writes a block that is in memory to disk as well, if its level wants it and it is not there already. Passes over a
    * block that is being read, written or removed.
    *
    * @return bytes written, 0 when there was nothing to do
    */
  def writeThrough(block: RDDBlockId): Long

  /** Blocks of cached RDDs in memory, with mode and bytes. */
  def resident: Seq[(RDDBlockId, MemoryMode, Long)]
}
