package okibi.explain.predict

import scala.collection.mutable

import okibi.core.block.BlockKey
import okibi.core.policy.{Knowledge, Policies, Policy, ReplayCache}
import okibi.explain.facts.{AppFacts, CacheFacts}

/** The reads that a log tells of, played again with Okibi's default policy and the storage memory of all executors as one: what would have been found in memory. It knows nothing of
  * the future, as Okibi does where jobs are not foreseen; blocks of an RDD are as large as each other.
  */
object Replay {

  /** Each read may rank all that is in memory: more of both than this takes longer than anybody waits for a page. */
  private val mostSteps = 50000000L

  /** The share of an RDD's reads after its first use that finds its block in memory, by the RDD's number; nothing where the log has more reads than are kept or can be played, or no memory. */
  def hits(app: AppFacts): Map[Int, Double] = {
    val capacity = app.storageBytes
    val blocks =
      app.caches.map(its => math.min(its.rdd.partitions.toDouble, capacity / math.max(1.0, blockBytes(its)))).sum
    if (app.accesses.isCut || capacity == 0 || blocks * app.accesses.size > mostSteps) Map.empty
    else {
      val memory = new Memory(app.caches, capacity, math.max(1, app.cores), app)
      app.accesses.foreach(memory.read)(memory.unpersist)
      memory.shares
    }
  }

  /** Bytes of a block in memory, about. */
  def blockBytes(cache: CacheFacts): Double =
    if (cache.drops > 0) cache.droppedBytes.toDouble / cache.drops else cache.bytes.toDouble / math.max(1, cache.stored)

  /** Memory of that size, and how often what was read before is found in it. */
  private final class Memory(caches: Seq[CacheFacts], capacity: Long, tasks: Int, app: AppFacts) {
    private val bytes = caches.map(its => its.rdd.id -> math.max(1L, blockBytes(its).toLong)).toMap
    private val computeNs = caches.map(its => its.rdd.id -> math.max(1.0, 1e6 * its.making.mean)).toMap
    private val nsPerByte = 1e6 / ReadSpeed.of("okibi", app, ReadSpeed.okibi)
    private val policy: Policy = Policies.default.make(new Knowledge {
      override def uses(block: BlockKey): Double = Double.NaN
      override def distance(block: BlockKey): Double = Double.PositiveInfinity
      override def reloadNs(block: BlockKey): Double = bytesOf(block) * nsPerByte
      override def computeNs(block: BlockKey): Double = Memory.this.computeNs.getOrElse(block.rdd, 1.0)
      override def bytes(block: BlockKey): Long = bytesOf(block)
      override def peers(block: BlockKey): Seq[BlockKey] = Nil
    })
    private val memory = new ReplayCache(policy, capacity, bytesOf, tasks)
    private val seen = mutable.HashSet.empty[BlockKey]
    private val (reads, found) =
      (mutable.HashMap.empty[Int, Int].withDefaultValue(0), mutable.HashMap.empty[Int, Int].withDefaultValue(0))

    def read(rdd: Int, partition: Int): Unit = {
      val block = BlockKey(rdd, partition)
      val hit = memory.read(block)
      if (!seen.add(block)) {
        reads(rdd) += 1
        if (hit) found(rdd) += 1
      }
    }

    def unpersist(rdd: Int): Unit = {
      seen --= seen.filter(_.rdd == rdd).toList
      memory.unpersist(rdd)
    }

    def shares: Map[Int, Double] = reads.toMap.map { case (rdd, count) => rdd -> found(rdd).toDouble / count }

    private def bytesOf(block: BlockKey): Long = bytes.getOrElse(block.rdd, 1L)
  }
}
