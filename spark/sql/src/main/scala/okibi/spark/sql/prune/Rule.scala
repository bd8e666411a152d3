package okibi.spark.sql.prune

import okibi.core.conf.{ConfEntry, PruneConf}
import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.internal.SQLConf

/** A way to rule partitions and batches out. Its name stands in reports, and its switch in the configuration. */
sealed abstract class Rule(val number: Int, @transient val switch: ConfEntry[Boolean]) extends Serializable {

  /** As in the switch's key, `spark.okibi.prune.<name>.enabled`. */
  val name: String = switch.key.stripPrefix("spark.okibi.prune.").stripSuffix(".enabled")
}

object Rule {
  case object Comparison extends Rule(0, PruneConf.comparison)
  case object InList extends Rule(1, PruneConf.in)
  case object Nulls extends Rule(2, PruneConf.nulls)
  case object Prefix extends Rule(3, PruneConf.prefix)
  case object Casts extends Rule(4, PruneConf.casts)
  case object Membership extends Rule(5, PruneConf.membership)
  case object Groups extends Rule(6, PruneConf.groups)

  /** In the order of their numbers. */
  val all: IndexedSeq[Rule] = IndexedSeq(Comparison, InList, Nulls, Prefix, Casts, Membership, Groups)
}

/** The rules that are switched on.
  *
  * @param mask a bit for each rule's number
  */
final case class Rules(mask: Int) {
  def on(rule: Rule): Boolean = (mask & (1 << rule.number)) != 0
}

object Rules {
  val everything: Rules = Rules(-1)

  /** Those of the running session. */
  def current: Rules = of(SQLConf.get)

  def of(session: SQLConf): Rules = Rules(
    Rule.all.filter(rule => SessionConf.read(session, rule.switch)).map(1 << _.number).sum
  )
}
