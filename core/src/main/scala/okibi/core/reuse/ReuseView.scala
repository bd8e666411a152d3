package okibi.core.reuse

import java.util.Arrays
import java.util.concurrent.ConcurrentHashMap

import okibi.core.block.BlockKey

/** An executor's view of the latest plan, corrected by what this executor's own tasks have read since.
  *
  * Every question is answered in constant time and without a lock; memory is one int per partition number seen of
  * each RDD, until `forget`. Thread-safe.
  */
final class ReuseView {
  import ReuseView._

  @volatile private var plan: Plan = new Plan(ReusePlan.empty)
  private val reads = new ConcurrentHashMap[Int, LastReads]

  /** Takes a newer plan; an older one, late on the wire, is ignored. */
  def update(next: ReusePlan): Unit = synchronized {
    if (next.version > plan.source.version) plan = new Plan(next)
  }

  /** Version of the plan in use, 0 before the first. */
  def version: Long = plan.source.version

  /** A task of the stage asks for the block; stage -1, outside a task, is not a use that a plan counts. */
  def onRead(block: BlockKey, stage: Int): Unit =
    if (stage >= 0) {
      var seen = reads.get(block.rdd)
      if (seen == null) seen = reads.computeIfAbsent(block.rdd, _ => new LastReads)
      seen.set(block.partition, stage)
    }

  /** Drops what was remembered about the reads of an unpersisted RDD. */
  def forget(rdd: Int): Unit = reads.remove(rdd)

  /** Reads of this partition still to come: pending stages newer than the last that read it, and later ones. NaN when
    * the plan does not know the RDD.
    */
  def uses(block: BlockKey): Double = {
    val now = plan
    val rdd = now.rdd(block.rdd)
    if (rdd == null) Double.NaN
    else {
      val last = lastRead(block)
      // A read by a stage that the plan has not heard of is one of those it had foreseen.
      if (last > now.source.stage) math.max(0.0, rdd.reuse.later - 1) else rdd.pendingAfter(last) + rdd.reuse.later
    }
  }

  /** Stages until the next read of this partition: 0 in the first pending stage of the plan; NaN when the plan does not
    * know the RDD, positive infinity when no read is expected.
    */
  def distance(block: BlockKey): Double = {
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

  /** Whether the plan was made when this stage had been announced. */
  def knows(stage: Int): Boolean = stage <= plan.source.stage

  private def lastRead(block: BlockKey): Int = {
    val seen = reads.get(block.rdd)
    if (seen == null) -1 else seen(block.partition)
  }
}

private object ReuseView {

  /** A plan, indexed. */
  private final class Plan(val source: ReusePlan) {
    private val pending = source.rdds.flatMap(_.pending).distinct.sorted
    private val byRdd = new java.util.HashMap[Int, Rdd]
    source.rdds.foreach(reuse =>
      byRdd.put(reuse.rdd, new Rdd(reuse, reuse.pending.map(Arrays.binarySearch(pending, _))))
    )

    /** Pending stages that read anything cached; at least the running one. */
    val stages: Int = math.max(1, pending.length)

    /** Null when the plan does not know the RDD: asked for each resident block, so no option is made. */
    def rdd(id: Int): Rdd = byRdd.get(id)
  }

  /** @param ranks for each pending stage of the RDD, how many pending stages of the plan come before it */
  private final class Rdd(val reuse: RddReuse, val ranks: Array[Int]) {
    def pendingAfter(stage: Int): Int = {
      var at = reuse.pending.length
      while (at > 0 && reuse.pending(at - 1) > stage) at -= 1
      reuse.pending.length - at
    }
  }

  /** For each partition the newest stage that read it, -1 for none. */
  private final class LastReads {
    @volatile private var stages: Array[Int] = Array.empty

    def apply(partition: Int): Int = {
      val now = stages
      if (partition < now.length) now(partition) else -1
    }

    def set(partition: Int, stage: Int): Unit = synchronized {
      if (partition >= stages.length) {
        val grown =
          Arrays.copyOf(stages, math.max(partition + 1, math.min(stages.length.toLong * 2, Int.MaxValue - 8L).toInt))
        Arrays.fill(grown, stages.length, grown.length, -1)
        stages = grown
      }
      if (stage > stages(partition)) stages(partition) = stage
    }
  }
}
