package okibi.core.reuse

import java.util.Arrays
import java.util.concurrent.ConcurrentHashMap

import okibi.core.block.{BlockKey, PartitionArrays}

/** An executor's view of the latest plan, corrected by the reads of this executor's own tasks since then.
  *
  * Every question is answered in constant time and without a lock. Memory is one int for each known partition number of
  * each RDD, until `forget`. Thread-safe.
  */
final class ReuseView {
  import ReuseView._

  @volatile private var plan: IndexedPlan = new IndexedPlan(ReusePlan.empty)
  private val reads = new ConcurrentHashMap[Int, LastReads]

  /** Takes a newer plan. Ignores an older plan that arrives late. */
  def update(next: ReusePlan): Unit = synchronized {
    if (next.version > plan.source.version) plan = new IndexedPlan(next)
  }

  /** The version of the current plan; 0 before the first plan. */
  def version: Long = plan.source.version

  /** Notes that a task of the stage asks for the block. Plans count no reads outside a task, which have stage -1. */
  def onRead(block: BlockKey, stage: Int): Unit =
    if (stage >= 0) {
      var seen = reads.get(block.rdd)
      if (seen == null) seen = reads.computeIfAbsent(block.rdd, _ => new LastReads)
      seen.set(block.partition, stage)
    }

  /** Forgets the reads of an unpersisted RDD. */
  def forget(rdd: Int): Unit = reads.remove(rdd)

  /** The expected reads of this partition: those of pending stages that are newer than the last stage that read it, and
    * later reads. NaN when the plan does not know the RDD.
    */
  def readsAhead(block: BlockKey): Double = {
    val now = plan
    val rdd = now.rdd(block.rdd)
    if (rdd == null) Double.NaN
    else {
      val last = lastRead(block)
      // A read by a stage newer than the plan is one of the later reads that the plan expected.
      if (last > now.source.stage) math.max(0.0, rdd.reuse.later - 1) else rdd.pendingAfter(last) + rdd.reuse.later
    }
  }

  /** The stages until the next read of this partition: 0 in the first pending stage of the plan, NaN when the plan does
    * not know the RDD, positive infinity when no read is expected.
    */
  def stagesAhead(block: BlockKey): Double = {
    val now = plan
    val rdd = now.rdd(block.rdd)
    if (rdd == null) Double.NaN
    else {
      val left = rdd.pendingAfter(lastRead(block))
      if (left > 0) rdd.ranks(rdd.ranks.length - left).toDouble else now.stages - 1 + rdd.reuse.distance
    }
  }

  /** The partitions that the same task reads together with this one. */
  def peers(block: BlockKey): Seq[BlockKey] = {
    val rdd = plan.rdd(block.rdd)
    if (rdd == null || rdd.reuse.peers.length == 0) Nil
    else rdd.reuse.peers.toSeq.map(BlockKey(_, block.partition))
  }

  /** Whether the plan covers this stage. */
  def knows(stage: Int): Boolean = stage <= plan.source.stage

  private def lastRead(block: BlockKey): Int = {
    val seen = reads.get(block.rdd)
    if (seen == null) -1 else seen(block.partition)
  }
}

private object ReuseView {

  /** A plan with an index of its RDDs. */
  private final class IndexedPlan(val source: ReusePlan) {
    private val pending = source.rdds.flatMap(_.pending).distinct.sorted
    private val byRdd = new java.util.HashMap[Int, RankedReuse]
    source.rdds.foreach(reuse =>
      byRdd.put(reuse.rdd, new RankedReuse(reuse, reuse.pending.map(Arrays.binarySearch(pending, _))))
    )

    /** The number of pending stages that read a cached RDD; at least 1, for the running stage. */
    val stages: Int = math.max(1, pending.length)

    /** The RDD, or null when the plan does not know it. Not an Option, because a policy asks for each resident block.
      */
    def rdd(id: Int): RankedReuse = byRdd.get(id)
  }

  /** @param ranks for each pending stage of the RDD the number of pending stages of the plan before it */
  private final class RankedReuse(val reuse: RddReuse, val ranks: Array[Int]) {
    def pendingAfter(stage: Int): Int = {
      var at = reuse.pending.length
      while (at > 0 && reuse.pending(at - 1) > stage) at -= 1
      reuse.pending.length - at
    }
  }

  /** For each partition the newest stage that read it; -1 for none. */
  private final class LastReads {
    @volatile private var stages: Array[Int] = Array.empty

    def apply(partition: Int): Int = {
      val now = stages
      if (partition < now.length) now(partition) else -1
    }

    def set(partition: Int, stage: Int): Unit = synchronized {
      if (partition >= stages.length) {
        val grown = Arrays.copyOf(stages, PartitionArrays.grownLength(stages.length, partition))
        Arrays.fill(grown, stages.length, grown.length, -1)
        stages = grown
      }
      if (stage > stages(partition)) stages(partition) = stage
    }
  }
}
