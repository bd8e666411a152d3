package okibi.spark.sql.stats

import okibi.core.filter.{Membership, MembershipBuilder}
import okibi.spark.shims.SparkBloom

/** What sets of values are made of, by `spark.okibi.index.filter`. */
sealed abstract class SetForm extends Serializable {
  def builder(): MembershipBuilder

  /** The set in at most so many bytes; nothing where it does not fit or would hardly ever say no. */
  def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership]
}

object SetForm {

  /** The form of a name; nothing for `none`. */
  def of(name: String): Option[SetForm] = name match {
    case "none" => None
    case "bloom" => Some(Bloom)
    case "exact" => Some(Exact)
    case _ => Some(Auto)
  }

  /** Exact while values are few, a split-block Bloom filter for more. */
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

  /** Spark's own, made for a number of values that is known: they are kept one by one, in at most 2 MB. */
  case object Bloom extends SetForm {
    private val mostKeys = 1 << 17

    def builder(): MembershipBuilder = new MembershipBuilder(tableKeys = mostKeys)
    def result(builder: MembershipBuilder, maxBytes: Int): Option[Membership] =
      builder.hashes(mostKeys).map(SparkBloom.of).filter(_.sizeBytes <= maxBytes)
  }
}
