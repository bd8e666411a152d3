package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Keeps one ranking of a policy for a while, instead of ranking all resident blocks for each decision. The ranking
  * stands until the reads, puts and drops since then exceed a thirty-second part of the resident blocks, or until
  * `version` changes. So each of these events pays for 32 scores (10 µs), however many blocks are resident. With fewer
  * than 32 resident blocks the order is always that of the policy.
  *
  * Blocks that left memory leave the ranking at once; blocks that entered memory come last. `replaces` answers with
  * current scores. So the victim of a newcomer may not be the block of lowest value, but it is worth less than the
  * newcomer. And a caller that stops at the first block that it may not evict may miss a later one that it might.
  *
  * Not thread-safe, like the policy.
  *
  * @param residents returns the number of blocks in memory
  * @param version   returns another number when the policy's knowledge about many blocks has changed at once
  */
final class StandingOrderPolicy private (policy: ScoredPolicy, residents: () => Int, version: () => Long)
    extends Policy {
  import StandingOrderPolicy._

  private var standing: StandingRanking = _ // null: none

  /** @param update applies the change to the standing ranking, if that still stands */
  private def changed(update: StandingRanking => Unit): Unit =
    if (standing != null) {
      standing.changesLeft -= 1
      if (standing.changesLeft < 0) standing = null else update(standing)
    }

  override def onRead(block: BlockKey): Unit = {
    changed(_ => ())
    policy.onRead(block)
  }

  override def onPut(block: BlockKey): Unit = {
    changed { ranking =>
      ranking.leave(block)
      ranking.arrived.add(block)
    }
    policy.onPut(block)
  }

  override def onDrop(block: BlockKey): Unit = {
    changed(_.leave(block))
    policy.onDrop(block)
  }

  override def onForget(rdd: Int): Unit = {
    standing = null
    policy.onForget(rdd)
  }

  override def victims: Iterator[BlockKey] = {
    val now = version()
    if (standing == null || standing.version != now)
      standing = new StandingRanking(policy.victims, residents() / ScoresPerEvent, now)
    standing.victims
  }

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = policy.replaces(candidate, victim)
  override def ranked: Boolean = policy.ranked
  override def tracked: Int = policy.tracked
}

object StandingOrderPolicy {

  /** The ranking of all resident blocks is paid for by this many scores for each read, put and drop. */
  private val ScoresPerEvent = 32

  /** Wraps a policy that scores each resident block. Returns any other policy itself, whose order costs no more than
    * the part that the caller reads.
    */
  def of(policy: Policy, residents: () => Int, version: () => Long): Policy = policy match {
    case scored: ScoredPolicy => new StandingOrderPolicy(scored, residents, version)
    case other => other
  }

  /** @param ranking     the resident blocks in order, read on demand
    * @param changesLeft the number of changes until the ranking no longer stands
    */
  private final class StandingRanking(ranking: Iterator[BlockKey], var changesLeft: Int, val version: Long) {
    private val front = new util.LinkedHashSet[BlockKey] // the part of the ranking that was read
    private val left = new util.HashSet[BlockKey] // blocks that the rest of the ranking may still contain
    val arrived = new util.LinkedHashSet[BlockKey]

    def leave(block: BlockKey): Unit = {
      if (!front.remove(block)) left.add(block)
      arrived.remove(block)
    }

    def victims: Iterator[BlockKey] = new CollectionIterator(front) ++ rest ++ new CollectionIterator(arrived)

    private def rest: Iterator[BlockKey] = ranking.filter(block => !left.contains(block) && front.add(block))
  }
}
