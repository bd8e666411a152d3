package okibi.core.cost

import java.util.concurrent.ConcurrentHashMap

import okibi.core.block.BlockKey

/** The measured costs of cached blocks on this executor, by RDD: what a block takes in memory, and how long it takes to
  * get the block back.
  *
  * Rates are times per byte that fade with each new block ([[FadingRate]]). Sizes are kept for each partition. The
  * siblings of a block stand in for missing measurements, then [[CostDefaults]]. Every call is a few operations under
  * the lock of one RDD. Memory is two longs for each known partition number, until `forget`. Thread-safe.
  */
final class CostBook {
  private val rdds = new ConcurrentHashMap[Int, RddCost]

  /** Notes that a block was computed from its lineage and takes that much memory.
    *
    * @param ns time of the computation alone
    */
  def computedInMemory(block: BlockKey, memoryBytes: Long, ns: Long): Unit =
    of(block.rdd).computedInMemory(memoryBytes, ns)

  /** Notes that a block was computed from its lineage and went to disk, without ever being a whole object graph in
    * memory.
    */
  def computedToDisk(block: BlockKey, diskBytes: Long, ns: Long): Unit = of(block.rdd).computedToDisk(diskBytes, ns)

  /** Notes that a block was read from disk and deserialised. Where one stream does both, pass the whole time as either.
    */
  def read(rdd: Int, diskBytes: Long, readNs: Long, deserializeNs: Long): Unit =
    of(rdd).wasRead(diskBytes, readNs, deserializeNs)

  /** Notes the size of a block in memory. */
  def sized(block: BlockKey, memoryBytes: Long): Unit = of(block.rdd).sized(block.partition, memoryBytes)

  /** Notes the size of a block on disk. */
  def storedOnDisk(block: BlockKey, diskBytes: Long): Unit = of(block.rdd).stored(block.partition, diskBytes)

  /** Drops everything about an RDD that was unpersisted. */
  def forget(rdd: Int): Unit = rdds.remove(rdd)

  /** The measured bytes in memory; None if the block was never measured. */
  def knownMemoryBytes(block: BlockKey): Option[Long] =
    find(block.rdd).map(_.knownMemoryBytes(block.partition)).filter(_ >= 0)

  /** The bytes in memory: measured, else derived from the block's size on disk, else the mean of its siblings. None
    * when neither the block nor a sibling was ever in memory.
    */
  def memoryBytes(block: BlockKey): Option[Long] = find(block.rdd).map(_.memoryBytes(block.partition)).filter(_ >= 0)

  /** The nanoseconds to compute the block from its lineage. Always positive. */
  def computeNs(block: BlockKey): Double = find(block.rdd).getOrElse(CostBook.unmeasured).computeNs(block.partition)

  /** The nanoseconds to get the block back after it left memory: from disk if its storage level includes disk, else
    * from its lineage. Always positive.
    */
  def reloadNs(block: BlockKey, onDiskLevel: Boolean): Double =
    if (onDiskLevel) find(block.rdd).getOrElse(CostBook.unmeasured).reloadNs(block.partition) else computeNs(block)

  private def find(rdd: Int): Option[RddCost] = Option(rdds.get(rdd))

  private def of(rdd: Int): RddCost = {
    val known = rdds.get(rdd)
    if (known != null) known else rdds.computeIfAbsent(rdd, _ => new RddCost)
  }
}

private object CostBook {

  /** Answers for RDDs without any measurement. */
  private val unmeasured = new RddCost
}
