package org.apache.spark.storage.memory

import java.io.File
import java.nio.channels.Channels
import java.util

import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag

import okibi.spark.shims.{BlockStore, DataHandle, StoreHooks}

import org.apache.spark.SparkConf
import org.apache.spark.memory.{MemoryManager, MemoryMode}
import org.apache.spark.storage._
import org.apache.spark.util.io.ChunkedByteBuffer

/** Spark's memory store. It asks `hooks` about the blocks of cached RDDs, and leaves all other blocks to Spark.
  *
  * Locks, outermost first: the memory manager, then `entries`. Hooks may be called under the first lock, never under
  * the second.
  */
private[spark] final class HookedMemoryStore(
    conf: SparkConf,
    manager: BlockManager,
    serializerManager: HookedSerializerManager,
    memoryManager: MemoryManager,
    hooks: StoreHooks,
    entriesOf: MemoryStore => util.LinkedHashMap[BlockId, MemoryEntry[_]]
) extends MemoryStore(conf, manager.blockInfoManager, serializerManager, memoryManager, manager)
    with BlockStore {

  private val blockInfoManager = manager.blockInfoManager
  private val entries = entriesOf(this)

  // Set while this thread drops blocks to make room, so that `remove` can tell a drop from an unpersist.
  private val dropping = new ThreadLocal[java.lang.Boolean]

  // Set while this thread puts handles, for which all other blocks may be dropped.
  private val puttingHandles = new ThreadLocal[java.lang.Boolean]

  // ---- puts

  override private[storage] def putIteratorAsValues[T](
      blockId: BlockId,
      values: Iterator[T],
      memoryMode: MemoryMode,
      classTag: ClassTag[T]
  ): Either[PartiallyUnrolledIterator[T], Long] = blockId match {
    case block: RDDBlockId if DataHandle.mayBe(classTag.runtimeClass) =>
      val peeked = values.buffered
      if (peeked.hasNext && DataHandle.is(peeked.head)) putHandles(block, peeked, memoryMode, classTag)
      else putAsked(block, peeked, memoryMode, classTag)
    case block: RDDBlockId => putAsked(block, values, memoryMode, classTag)
    case _ => super.putIteratorAsValues(blockId, values, memoryMode, classTag)
  }

  private def putAsked[T](
      block: RDDBlockId,
      values: Iterator[T],
      mode: MemoryMode,
      tag: ClassTag[T]
  ): Either[PartiallyUnrolledIterator[T], Long] =
    if (hooks.admit(block, mode, -1L)) put(block, mode)(super.putIteratorAsValues(block, values, mode, tag))
    else Left(new PartiallyUnrolledIterator(this, mode, 0L, Iterator.empty, values))

  private def putHandles[T](
      block: RDDBlockId,
      values: Iterator[T],
      mode: MemoryMode,
      tag: ClassTag[T]
  ): Either[PartiallyUnrolledIterator[T], Long] = {
    puttingHandles.set(java.lang.Boolean.TRUE)
    try {
      val put = super.putIteratorAsValues(block, values, mode, tag)
      if (put.isRight) hooks.keptOutside(block)
      put
    } finally puttingHandles.remove()
  }

  override private[storage] def putIteratorAsBytes[T](
      blockId: BlockId,
      values: Iterator[T],
      classTag: ClassTag[T],
      memoryMode: MemoryMode
  ): Either[PartiallySerializedBlock[T], Long] = blockId match {
    case block: RDDBlockId if hooks.admit(block, memoryMode, -1L) =>
      put(block, memoryMode) {
        serializerManager.unrollingBytes(block)(super.putIteratorAsBytes(blockId, values, classTag, memoryMode))
      }
    case block: RDDBlockId => Left(nothingSerialized(block, values, classTag, memoryMode))
    case _ => super.putIteratorAsBytes(blockId, values, classTag, memoryMode)
  }

  override def putBytes[T: ClassTag](
      blockId: BlockId,
      size: Long,
      memoryMode: MemoryMode,
      bytes: () => ChunkedByteBuffer
  ): Boolean =
    blockId match {
      case block: RDDBlockId if hooks.admit(block, memoryMode, size) =>
        // Spark has counted the block by now. If the bytes cannot be read, Spark would never subtract them again: a
        // task that is killed while it copies a block from disk ends here.
        val copied = () =>
          try {
            hooks.reserved(block, memoryMode, size)
            bytes()
          } catch {
            case failed: Throwable =>
              memoryManager.releaseStorageMemory(size, memoryMode)
              throw failed
          }
        put(block, memoryMode)(if (super.putBytes(blockId, size, memoryMode, copied)) Right(size) else Left(())).isRight
      case _: RDDBlockId => false
      case _ => super.putBytes(blockId, size, memoryMode, bytes)
    }

  /** Runs Spark's own put of an admitted block and reports how it ended. */
  private def put[L](block: RDDBlockId, mode: MemoryMode)(body: => Either[L, Long]): Either[L, Long] = {
    val startNs = System.nanoTime()
    var ended: Either[L, Long] = null
    try {
      ended = body
      ended
    } finally {
      ended match {
        case Right(bytes) => hooks.entered(block, mode, bytes, System.nanoTime() - startNs)
        case failed => hooks.gaveUp(block, mode, outgrown = failed != null)
      }
    }
  }

  /** The result of a put of serialized values that failed before the first record. */
  private def nothingSerialized[T](block: RDDBlockId, values: Iterator[T], tag: ClassTag[T], mode: MemoryMode) = {
    val holder = serializerManager.unrollingBytes(block) {
      new SerializedValuesHolder[T](block, 1 << 16, tag, mode, serializerManager)
    }
    new PartiallySerializedBlock(
      this,
      serializerManager,
      block,
      holder.serializationStream,
      holder.redirectableStream,
      0L,
      mode,
      holder.bbos,
      values,
      tag
    )
  }

  override def reserveUnrollMemoryForThisTask(blockId: BlockId, memory: Long, memoryMode: MemoryMode): Boolean = {
    val granted = super.reserveUnrollMemoryForThisTask(blockId, memory, memoryMode)
    blockId match {
      case block: RDDBlockId if granted && puttingHandles.get == null => hooks.reserved(block, memoryMode, memory)
      case _ =>
    }
    granted
  }

  // ---- reads and removals

  override def getValues(blockId: BlockId): Option[Iterator[_]] = noteRead(blockId, super.getValues(blockId))

  override def getBytes(blockId: BlockId): Option[ChunkedByteBuffer] = noteRead(blockId, super.getBytes(blockId))

  private def noteRead[T](blockId: BlockId, found: Option[T]): Option[T] = {
    blockId match {
      case block: RDDBlockId if found.isDefined => hooks.readFromMemory(block)
      case _ =>
    }
    found
  }

  override def remove(blockId: BlockId): Boolean = blockId match {
    case block: RDDBlockId =>
      // Spark removes a block from memory first, then from disk.
      if (dropping.get == null && entryOf(blockId) == null && isOnDisk(block)) hooks.removedFromDisk(block)
      memoryManager.synchronized {
        val entry = entryOf(blockId)
        val removed = super.remove(blockId)
        if (removed) hooks.left(block, entry.memoryMode, entry.size, evicted = dropping.get != null)
        removed
      }
    case _ => super.remove(blockId)
  }

  override def clear(): Unit = {
    super.clear()
    hooks.cleared()
  }

  // ---- making room

  /** The memory manager calls this with its lock held. For most callers, drops as many bytes as stock Spark would, in
    * the order of the policy. For a block of a cached RDD, drops only blocks that the hooks name, which need no I/O, and
    * blocks of no RDD that stock Spark would drop first.
    */
  override private[spark] def evictBlocksToFreeSpace(
      blockId: Option[BlockId],
      space: Long,
      memoryMode: MemoryMode
  ): Long = {
    val isRddBlock = blockId.exists(_.isRDD) && puttingHandles.get == null
    if (!hooks.deciding) whileDropping(super.evictBlocksToFreeSpace(blockId, space, memoryMode))
    else {
      val ordered = hooks.victims(blockId.filter(id => isRddBlock || !id.isRDD), space, memoryMode)
      val candidates = if (isRddBlock) ordered ++ eldestOthers else eldestOthers ++ ordered ++ otherBlocks
      dropVictims(candidates, space, memoryMode)
    }
  }

  override def drop(candidates: Iterator[RDDBlockId], bytes: Long, mode: MemoryMode): Long =
    dropVictims(candidates, bytes, mode)

  /** Blocks that belong to no RDD and were last used before any block of an RDD: stock Spark would drop them first. */
  private def eldestOthers: Iterator[BlockId] = {
    val eldest = new ArrayBuffer[BlockId]
    foreachEldestOther((id, _) => eldest += id)
    eldest.iterator
  }

  private def foreachEldestOther(visit: (BlockId, MemoryEntry[_]) => Unit): Unit = entries.synchronized {
    val it = entries.entrySet.iterator()
    var more = true
    while (more && it.hasNext) {
      val next = it.next()
      if (next.getKey.isRDD) more = false else visit(next.getKey, next.getValue)
    }
  }

  /** All blocks, least recently used first, those of no RDD before those of RDDs. Listed only when an element is asked
    * for.
    */
  private def otherBlocks: Iterator[BlockId] = new Iterator[BlockId] {
    private lazy val listed: Iterator[BlockId] = {
      val (rdds, others) = (new ArrayBuffer[BlockId], new ArrayBuffer[BlockId])
      entries.synchronized(entries.keySet.forEach(id => if (id.isRDD) rdds += id else others += id))
      others.iterator ++ rdds.iterator
    }
    override def hasNext: Boolean = listed.hasNext
    override def next(): BlockId = listed.next()
  }

  /** Locks candidates for writing, without waiting for any of them, until they have enough bytes together, and drops
    * them. Drops none if they do not have enough.
    */
  private def dropVictims(candidates: Iterator[BlockId], space: Long, mode: MemoryMode): Long = {
    val locked = new ArrayBuffer[BlockId]
    var dropped = 0
    var bytes = 0L
    try {
      val seen = new util.HashSet[BlockId]
      while (bytes < space && candidates.hasNext) {
        val id = candidates.next()
        if (seen.add(id) && lockInMemory(id)) {
          val entry = entryOf(id)
          if (entry != null && entry.memoryMode == mode && !isHandles(entry)) {
            locked += id
            bytes += entry.size
          } else blockInfoManager.unlock(id)
        }
      }
      if (bytes < space) bytes = 0L
      else
        whileDropping {
          while (dropped < locked.size) {
            dropLocked(locked(dropped))
            dropped += 1
          }
        }
    } finally locked.iterator.drop(dropped).foreach(id => blockInfoManager.unlock(id))
    bytes
  }

  /** Drops a block that this thread has locked for writing, and unlocks it. */
  private def dropLocked(id: BlockId): Unit = entryOf(id) match {
    case null => blockInfoManager.unlock(id)
    case entry: MemoryEntry[t] =>
      val data: Either[Array[t], ChunkedByteBuffer] = entry match {
        case DeserializedMemoryEntry(values, _, _, _) => Left(values)
        case SerializedMemoryEntry(buffer, _, _) => Right(buffer)
      }
      val left = manager.dropFromMemory(id, () => data)(entry.classTag)
      if (left.isValid) blockInfoManager.unlock(id) else blockInfoManager.removeBlock(id)
  }

  private def whileDropping[T](body: => T): T = {
    val outer = dropping.get
    dropping.set(java.lang.Boolean.TRUE)
    try body
    finally dropping.set(outer)
  }

  // ---- what the decisions may ask

  /** Locks a block that is in memory for writing, without waiting. Leaves alone what is not in memory any more: another
    * task may be making that block anew, and when that fails the lock is one of nothing, which fails the task that has
    * it (SPARK-37356).
    */
  private def lockInMemory(id: BlockId): Boolean =
    entryOf(id) != null && blockInfoManager.lockForWriting(id, blocking = false).isDefined

  private def entryOf(id: BlockId): MemoryEntry[_] = entries.synchronized(entries.get(id))

  /** Dropping handles frees almost no memory, but would write all the data that they stand for. */
  private def isHandles(entry: MemoryEntry[_]): Boolean = entry match {
    case DeserializedMemoryEntry(values, _, _, tag) =>
      DataHandle.mayBe(tag.runtimeClass) && values.nonEmpty && values.forall(DataHandle.is)
    case _ => false
  }

  /** The size that the Storage page shows, including the data that handles stand for. The memory manager counts only
    * the bytes in the heap.
    */
  override def getSize(blockId: BlockId): Long = entryOf(blockId) match {
    case entry: DeserializedMemoryEntry[_] if DataHandle.mayBe(entry.classTag.runtimeClass) =>
      entry.value.foldLeft(entry.size) {
        case (bytes, handle: DataHandle) => bytes + handle.outsideBytes
        case (bytes, _) => bytes
      }
    case entry => entry.size
  }

  override def freeBytes(mode: MemoryMode): Long = memoryManager.synchronized {
    if (mode == MemoryMode.ON_HEAP) memoryManager.maxOnHeapStorageMemory - memoryManager.onHeapStorageMemoryUsed
    else memoryManager.maxOffHeapStorageMemory - memoryManager.offHeapStorageMemoryUsed
  }

  override def eldestOtherBytes(mode: MemoryMode): Long = {
    var bytes = 0L
    foreachEldestOther((_, entry) => if (entry.memoryMode == mode) bytes += entry.size)
    bytes
  }

  override def capacityBytes(mode: MemoryMode): Long =
    if (mode == MemoryMode.ON_HEAP) memoryManager.maxOnHeapStorageMemory else memoryManager.maxOffHeapStorageMemory

  override def level(block: RDDBlockId): Option[StorageLevel] = blockInfoManager.get(block).map(_.level)

  override def isOnDisk(block: RDDBlockId): Boolean = manager.diskStore.contains(block)

  override def diskBytes(block: RDDBlockId): Long = manager.diskStore.getSize(block)

  override def file(block: RDDBlockId): File = manager.diskBlockManager.getFile(block)

  override def resident: Seq[(RDDBlockId, MemoryMode, Long)] = entries.synchronized {
    val found = new ArrayBuffer[(RDDBlockId, MemoryMode, Long)]
    entries.forEach { (id, entry) =>
      id match {
        case block: RDDBlockId if !isHandles(entry) => found += ((block, entry.memoryMode, entry.size))
        case _ =>
      }
    }
    found.toList
  }

  override def writeThrough(block: RDDBlockId): Long =
    // Locked for writing, because readers of bytes take any existing file for a complete one
    // (BlockManager.doGetLocalBytes).
    if (!lockInMemory(block)) 0L
    else
      try {
        val entry = entryOf(block)
        if (entry == null || !level(block).exists(_.useDisk) || isOnDisk(block)) 0L
        else {
          writeEntry(block, entry)
          diskBytes(block)
        }
      } finally blockInfoManager.unlock(block)

  private def writeEntry[T](block: RDDBlockId, entry: MemoryEntry[T]): Unit = entry match {
    case DeserializedMemoryEntry(values, _, _, tag) =>
      manager.diskStore.put(block) { channel =>
        serializerManager.dataSerializeStream(block, Channels.newOutputStream(channel), values.iterator)(tag)
      }
    case SerializedMemoryEntry(buffer, _, _) => manager.diskStore.putBytes(block, buffer)
  }
}
