package okibi.core.cost

import java.util.concurrent.ConcurrentHashMap

import okibi.core.block.BlockKey

/** What it costs to have cached blocks back, measured per RDD on this executor.
  *
  * Rates are times per byte that fade from block to block ([[FadingRate]]); sizes are kept for each partition. What was not
  * measured is told from the siblings, then from [[CostDefaults]]. Every call is a few operations under the lock of
  * one RDD; memory is two longs for each partition number seen, until `forget`. Thread-safe.
  */
final class CostBook {
  private val rdds = new ConcurrentHashMap[Int, RddCost]

  /** A block was computed by its lineage and takes that much memory; the time is that of computing alone. */
  def computedInMemory(block: BlockKey, memoryBytes: Long, ns: Long): Unit =
    of(block.rdd).computedInMemory(memoryBytes, ns)

  /** A block was computed by its lineage and went to disk without being an object graph in memory as a whole. */
  def computedToDisk(block: BlockKey, diskBytes: Long, ns: Long): Unit = of(block.rdd).computedToDisk(diskBytes, ns)

  /** A block was serialised and written. */
  def wrote(rdd: Int, diskBytes: Long, serializeNs: Long, writeNs: Long): Unit =
    of(rdd).wrote(diskBytes, serializeNs, writeNs)

  /** A block was read from disk and deserialised. Where both happen in one stream, give the whole time as either. */
  def read(rdd: Int, diskBytes: Long, readNs: Long, deserializeNs: Long): Unit =
    of(rdd).wasRead(diskBytes, readNs, deserializeNs)

  /** The block took that much memory. */
  def sized(block: BlockKey, memoryBytes: Long): Unit = of(block.rdd).sized(block.partition, memoryBytes)

  /** The block has that size on disk. */
  def storedOnDisk(block: BlockKey, diskBytes: Long): Unit = of(block.rdd).stored(block.partition, diskBytes)

  /** The RDD was unpersisted. */
  def forget(rdd: Int): Unit = rdds.remove(rdd)

  /** Bytes in memory, measured. */
  def knownMemoryBytes(block: BlockKey): Option[Long] =
    find(block.rdd).map(_.knownMemoryBytes(block.partition)).filter(_ >= 0)

  /** Bytes in memory: measured, else told from the block's size on disk, else the mean of its siblings; None when
    * neither it nor a sibling was ever in memory.
    */
  def memoryBytes(block: BlockKey): Option[Long] = find(block.rdd).map(_.memoryBytes(block.partition)).filter(_ >= 0)

  /** Nanoseconds to compute the block from its lineage. Always positive. */
  def computeNs(block: BlockKey): Double = find(block.rdd).getOrElse(CostBook.nothing).computeNs(block.partition)

  /** Nanoseconds to have the block back after it left memory: from disk if its level keeps it there, else from its
    * lineage. Always positive.
    */
  def reloadNs(block: BlockKey, onDiskLevel: Boolean): Double =
    if (onDiskLevel) find(block.rdd).getOrElse(CostBook.nothing).reloadNs(block.partition) else computeNs(block)

  /** All that was measured, by RDD, frozen. */
  def snapshot: Seq[CostFigures] = {
    val figures = Seq.newBuilder[CostFigures]
    rdds.forEach((rdd, cost) => figures += cost.figures(rdd))
    figures.result().sortBy(_.rdd)
  }

  private def find(rdd: Int): Option[RddCost] = Option(rdds.get(rdd))

  private def of(rdd: Int): RddCost = {
    val known = rdds.get(rdd)
    if (known != null) known else rdds.computeIfAbsent(rdd, _ => new RddCost)
  }
}

private object CostBook {

  /** Answers for RDDs that were never measured. */
  private val nothing = new RddCost
}
