package okibi.spark.sql.stats

import okibi.core.filter.{Membership, MembershipBuilder}
import okibi.spark.shims.SparkBloom

/** The form of sets of values, which `spark.okibi.index.filter` names. */
sealed abstract class SetForm extends Serializable {
  def builder(): MembershipBuilder

  /** The set in at most `maxBytes`; nothing if it does not fit or would rule out next to nothing. */
  def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership]
}

object SetForm {

  /** The form with a name; nothing for `none`. */
  def of(name: String): Option[SetForm] = name match {
    case "none" => None
    case "bloom" => Some(Bloom)
    case "exact" => Some(Exact)
    case _ => Some(Auto)
  }

  /** Exact for few values, a split-block Bloom filter for more. */
  case object Auto extends SetForm {
    def builder(): MembershipBuilder = new MembershipBuilder
    def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership] = builder.result().shrunkTo(maxBytes)
  }

  case object Exact extends SetForm {
    def builder(): MembershipBuilder = new MembershipBuilder(exactKeys = MembershipBuilder.tableKeys, exactSpare = 64)
    def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership] =
      if (builder.distinct > MembershipBuilder.tableKeys) None
      else Some(builder.result()).filter(_.sizeBytes <= maxBytes)
  }

  /** Spark's own Bloom filter. It is made when the number of values is known; until then their hashes take at most 2
    * MB.
    */
  case object Bloom extends SetForm {
    private val mostKeys = 1 << 17

    def builder(): MembershipBuilder = new MembershipBuilder(tableKeys = mostKeys)
    def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership] =
      builder.hashes(mostKeys).map(SparkBloom.of).filter(_.sizeBytes <= maxBytes)
  }
}
