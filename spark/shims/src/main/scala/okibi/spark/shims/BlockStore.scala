package okibi.spark.shims

import java.io.File

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{RDDBlockId, StorageLevel}

/** The operations of this executor's block store that decisions use. Thread-safe. */
trait BlockStore {

  /** Bytes of storage memory that are available without dropping anything. */
  def freeBytes(mode: MemoryMode): Long

  /** Bytes of blocks of no RDD that were last used before every block of an RDD. A put of an RDD's block drops them when
    * it needs their memory, as in stock Spark.
    */
  def eldestOtherBytes(mode: MemoryMode): Long

  /** Bytes of storage memory that blocks could take if nothing else were stored. */
  def capacityBytes(mode: MemoryMode): Long

  /** The storage level of the block; None if the block is not stored here. */
  def level(block: RDDBlockId): Option[StorageLevel]

  def isOnDisk(block: RDDBlockId): Boolean

  /** Bytes of the block's file; 0 if there is none. */
  def diskBytes(block: RDDBlockId): Long

  /** The place of the block's file, whether the file exists or not. */
  def file(block: RDDBlockId): File

  /** Drops blocks from memory without holding the memory manager's lock, and writes those to disk whose level asks for
    * it. Passes over blocks in use. Drops nothing if the candidates have less than `bytes` together.
    *
    * @return bytes of memory freed
    */
  def drop(candidates: Iterator[RDDBlockId], bytes: Long, mode: MemoryMode): Long

  /** Writes a block that is in memory to disk as well, if its level asks for it and no file exists yet. Passes over a
    * block that is being read, written or removed.
    *
    * @return bytes written; 0 if there was nothing to do
    */
  def writeThrough(block: RDDBlockId): Long

  /** Blocks of cached RDDs in memory, with their mode and bytes. */
  def resident: Seq[(RDDBlockId, MemoryMode, Long)]
}
