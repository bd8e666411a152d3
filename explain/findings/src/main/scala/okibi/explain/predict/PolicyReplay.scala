package okibi.explain.predict

import scala.collection.mutable

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, Policies, Policy, ReplayCache}
import okibi.explain.facts.{AppFacts, CacheFacts}

/** Replays a log's reads of cached blocks with Okibi's default policy, and counts the reads that find their block in
  * memory. The storage memory of all executors counts as one, and the blocks of an RDD have equal size. The policy does
  * not know the future, as in Okibi where jobs cannot be foreseen.
  */
object PolicyReplay {

  /** Each read may rank all blocks in memory; a replay of more steps takes longer than people wait for a page. */
  private val mostSteps = 50000000L

  /** The share of an RDD's reads after its first use that find their block in memory, by RDD. Empty where the log has
    * no storage memory, or more reads than are kept or can be replayed.
    */
  def hitRates(app: AppFacts): Map[Int, Double] = {
    val capacityBytes = app.storageBytes
    val (caches, accesses) = (app.storage.caches, app.storage.accesses)
    val blocks = caches.map { cache =>
      math.min(cache.rdd.partitions.toDouble, capacityBytes / math.max(1.0, cache.meanBlockBytes))
    }.sum
    if (accesses.isCut || capacityBytes == 0 || blocks * accesses.size > mostSteps) Map.empty
    else {
      val memory = new ReplayedMemory(caches, capacityBytes, math.max(1, app.cores), app)
      accesses.foreach(memory.read)(memory.unpersist)
      memory.hitRates
    }
  }

  private final class ReplayedMemory(caches: Seq[CacheFacts], capacityBytes: Long, tasks: Int, app: AppFacts) {
    private val blockBytes = caches.map(cache => cache.rdd.id -> math.max(1L, cache.meanBlockBytes.toLong)).toMap
    private val blockComputeNs =
      caches.map(cache => cache.rdd.id -> math.max(1.0, 1e6 * cache.use.firstTasks.meanMs)).toMap
    private val nsPerByte = 1e6 / ReadSpeed.okibi.bytesPerMs(app)
    private val policy: Policy = Policies.default.make(new Knowledge {
      override def readsAhead(block: BlockKey): Double = Double.NaN
      override def stagesAhead(block: BlockKey): Double = Double.PositiveInfinity
      override def reloadNs(block: BlockKey): Double = bytesOf(block) * nsPerByte
      override def computeNs(block: BlockKey): Double = blockComputeNs.getOrElse(block.rdd, 1.0)
      override def bytes(block: BlockKey): Long = bytesOf(block)
      override def peers(block: BlockKey): Seq[BlockKey] = Nil
    })
    private val memory = new ReplayCache(policy, capacityBytes, bytesOf, tasks)
    private val seen = mutable.HashSet.empty[BlockKey]
    private val reads, hits = mutable.HashMap.empty[Int, Int].withDefaultValue(0)

    def read(rdd: Int, partition: Int): Unit = {
      val block = BlockKey(rdd, partition)
      val isHit = memory.read(block)
      if (!seen.add(block)) {
        reads(rdd) += 1
        if (isHit) hits(rdd) += 1
      }
    }

    def unpersist(rdd: Int): Unit = {
      seen --= seen.filter(_.rdd == rdd).toList
      memory.unpersist(rdd)
    }

    def hitRates: Map[Int, Double] = reads.toMap.map { case (rdd, count) => rdd -> hits(rdd).toDouble / count }

    private def bytesOf(block: BlockKey): Long = blockBytes.getOrElse(block.rdd, 1L)
  }
}
