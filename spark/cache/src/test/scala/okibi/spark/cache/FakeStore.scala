package okibi.spark.cache

import java.io.File

import okibi.spark.shims.BlockStore

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{RDDBlockId, StorageLevel}

/** A block store without blocks, which answers the questions of decisions.
  *
  * @param freeBytes     storage memory that is unused
  * @param residents     blocks in memory, with [[FakeStore.residentBytes]] each
  * @param isBlockOnDisk whether every block has a file
  * @param dropped       returns the bytes that dropping victims frees, or throws
  */
private[cache] final class FakeStore(
    freeBytes: Long,
    residents: Seq[RDDBlockId] = Nil,
    isBlockOnDisk: Boolean = false,
    dropped: () => Long = () => 0L
) extends BlockStore {
  override def freeBytes(mode: MemoryMode): Long = freeBytes
  override def eldestOtherBytes(mode: MemoryMode): Long = 0L
  override def capacityBytes(mode: MemoryMode): Long = FakeStore.capacityBytes
  override def level(block: RDDBlockId): Option[StorageLevel] = Some(StorageLevel.MEMORY_AND_DISK)
  override def isOnDisk(block: RDDBlockId): Boolean = isBlockOnDisk
  override def diskBytes(block: RDDBlockId): Long = 0L
  override def file(block: RDDBlockId): File = new File(block.name)
  override def drop(candidates: Iterator[RDDBlockId], bytes: Long, mode: MemoryMode): Long = dropped()
  override def writeThrough(block: RDDBlockId): Long = 0L
  override def resident: Seq[(RDDBlockId, MemoryMode, Long)] =
    residents.map((_, MemoryMode.ON_HEAP, FakeStore.residentBytes))
}

private[cache] object FakeStore {
  val capacityBytes = 8000L
  val residentBytes = 2000L
}
