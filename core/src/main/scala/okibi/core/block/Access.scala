package okibi.core.block

/** The tier that served a read of a cached partition. */
sealed abstract class Tier(val name: String)

object Tier {
  case object Memory extends Tier("memory")
  case object Disk extends Tier("disk")
  case object Remote extends Tier("remote")
  case object Computed extends Tier("computed")
}

/** One read of a cached partition, as policies, metrics and traces receive it.
  *
  * @param stage id of the stage whose task read the partition; -1 outside a task
  */
final case class Access(block: BlockKey, tier: Tier, stage: Int)
