package org.apache.spark.storage.memory

import org.apache.spark.SparkEnv
import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.{BlockId, BlockInfo, RDDBlockId}
import org.apache.spark.util.io.ChunkedByteBuffer

/** Inspects the block store of this JVM, for suites only. */
object StoreProbe {
  private def manager = SparkEnv.get.blockManager
  private def memory = SparkEnv.get.memoryManager

  private def entries: java.util.LinkedHashMap[_, MemoryEntry[_]] = {
    val field = classOf[MemoryStore].getDeclaredFields.find(_.getType == classOf[java.util.LinkedHashMap[_, _]]).get
    field.setAccessible(true)
    field.get(manager.memoryStore).asInstanceOf[java.util.LinkedHashMap[_, MemoryEntry[_]]]
  }

  def storeClass: String = manager.memoryStore.getClass.getSimpleName

  /** The sum of the sizes of all entries, and the storage memory in use according to the memory manager, at one moment.
    */
  def books: (Long, Long) = memory.synchronized {
    var sum = 0L
    entries.synchronized(entries.values.forEach(entry => sum += entry.size))
    (sum, memory.storageMemoryUsed)
  }

  def unrolling: Long = manager.memoryStore.currentUnrollMemory

  /** Names of RDD blocks that are locked. Without broadcasts, which come and go independently of jobs. */
  def locked: Seq[String] = rddBlocks { (_, info) => info.readerCount > 0 || info.writerTask != -1 }

  /** RDD blocks that the block manager knows, but that are neither in memory nor on disk. */
  def lost: Seq[String] = rddBlocks { (id, _) => !manager.memoryStore.contains(id) && !manager.diskStore.contains(id) }

  /** Evaluates the condition once for each block: `collect` would do so twice, and its value may change in between. */
  private def rddBlocks(wanted: (BlockId, BlockInfo) => Boolean): Seq[String] =
    manager.blockInfoManager.entries.filter { case (id, info) => id.isRDD && wanted(id, info) }.map(_._1.name).toList

  def rddBlocksInMemory: Int = entries.synchronized {
    var count = 0
    entries.keySet.forEach(id => if (id.toString.startsWith("rdd_")) count += 1)
    count
  }

  /** Takes execution memory as a task does, and returns it.
    *
    * @return bytes that were granted
    */
  def borrowExecutionMemory(bytes: Long, task: Long): Long = {
    val acquire = memory.getClass.getMethod("acquireExecutionMemory", classOf[Long], classOf[Long], classOf[MemoryMode])
    val release = memory.getClass.getMethod("releaseAllExecutionMemoryForTask", classOf[Long])
    val granted = acquire.invoke(memory, Long.box(bytes), Long.box(task), MemoryMode.ON_HEAP).asInstanceOf[Long]
    release.invoke(memory, Long.box(task))
    granted
  }

  /** Puts a serialized block of a cached RDD as a read from disk or from another executor does, without locking the
    * block.
    */
  def putBytes(rdd: Int, size: Long, bytes: => ChunkedByteBuffer): Boolean =
    manager.memoryStore.putBytes[Any](RDDBlockId(rdd, 0), size, MemoryMode.ON_HEAP, () => bytes)

  /** Installs a memory store that is neither Spark's nor Okibi's, as another plugin would. */
  def putForeignStore(): Unit = {
    assert(manager.memoryStore != null, "makes Spark set the field, which later versions do only when it is asked for")
    val field = manager.getClass.getDeclaredFields.find(_.getType == classOf[MemoryStore]).get
    field.setAccessible(true)
    val foreign = new ForeignStore(SparkEnv.get)
    field.set(manager, foreign)
    memory.setMemoryStore(foreign)
  }
}

private final class ForeignStore(env: SparkEnv)
    extends MemoryStore(
      env.conf,
      env.blockManager.blockInfoManager,
      env.serializerManager,
      env.memoryManager,
      env.blockManager
    )
