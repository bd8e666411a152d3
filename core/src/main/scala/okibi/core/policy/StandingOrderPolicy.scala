package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Follows one ranking of a policy for a while, instead of ranking all residents for each decision: until a thirty-second part
  * of them was read, came or went since, or until `version` has changed. So each of these events pays for 32 scores (10
  * µs), however many residents there are; with fewer than 32 the order is always that of the policy.
  *
  * What has left memory is left out at once, and what has come in goes last. `replaces` answers as of now: the victim of a
  * newcomer may not be the very first, but it is worth less, and a caller that stops at the first that may not go may miss one
  * that would have been next.
  *
  * @param residents how many blocks are in memory
  * @param version   changes when the policy's knowledge about many blocks has changed at once
  */
final class StandingOrderPolicy private (policy: ScoredPolicy, residents: () => Int, version: () => Long)
    extends Policy {
  import StandingOrderPolicy._

  private var standing: Standing = _ // null: none

  /** @param note what the change means to the ranking that stands, if it still does */
  private def changed(note: Standing => Unit): Unit =
    if (standing != null) {
      standing.changesLeft -= 1
      if (standing.changesLeft < 0) standing = null else note(standing)
    }

  override def onRead(block: BlockKey): Unit = {
    changed(_ => ())
    policy.onRead(block)
  }

  override def onPut(block: BlockKey): Unit = {
    changed { order =>
      order.leave(block)
      order.arrived.add(block)
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
      standing = new Standing(policy.victims, residents() / EventsPerRanking, now)
    standing.victims
  }

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = policy.replaces(candidate, victim)
  override def ranked: Boolean = policy.ranked
  override def tracked: Int = policy.tracked
}

object StandingOrderPolicy {
  private val EventsPerRanking = 32

  /** The policy itself where it does not score each resident: its order costs no more than is read of it. */
  def of(policy: Policy, residents: () => Int, version: () => Long): Policy = policy match {
    case scored: ScoredPolicy => new StandingOrderPolicy(scored, residents, version)
    case other => other
  }

  /** @param ranking     the residents, in order; read only as far as somebody asks
    * @param changesLeft how many changes it stands
    */
  private final class Standing(ranking: Iterator[BlockKey], var changesLeft: Int, val version: Long) {
    private val front = new util.LinkedHashSet[BlockKey] // of the ranking, as far as it was read
    private val left = new util.HashSet[BlockKey] // may come up in the rest of the ranking
    val arrived = new util.LinkedHashSet[BlockKey]

    def leave(block: BlockKey): Unit = {
      if (!front.remove(block)) left.add(block)
      arrived.remove(block)
    }

    def victims: Iterator[BlockKey] = new CollectionIterator(front) ++ rest ++ new CollectionIterator(arrived)

    private def rest: Iterator[BlockKey] = ranking.filter(block => !left.contains(block) && front.add(block))
  }
}
