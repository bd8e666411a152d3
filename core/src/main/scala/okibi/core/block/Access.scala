package okibi.core.block

/** Where a read of a cached partition was answered from. */
sealed abstract class Tier(val name: String)

object Tier {
  case object Memory extends Tier("memory")
  case object Disk extends Tier("disk")
  case object Remote extends Tier("remote")
  case object Computed extends Tier("computed")
}

/** One read of a cached partition: all that policies, metrics and traces are told of it.
  *
  * @param stage the stage whose task read it; -1 outside a task
  */
final case class Access(block: BlockKey, tier: Tier, stage: Int)
