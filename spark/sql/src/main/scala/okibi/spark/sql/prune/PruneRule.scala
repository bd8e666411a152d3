package okibi.spark.sql.prune

import okibi.core.conf.{ConfEntry, PruneConf}
import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.internal.SQLConf

/** A way to rule out partitions and batches. Reports show its name; the configuration has its switch. */
private[sql] sealed abstract class PruneRule(val number: Int, @transient val switch: ConfEntry[Boolean])
    extends Serializable {

  /** The name in the switch's key, `spark.okibi.prune.<name>.enabled`. */
  val name: String = switch.key.stripPrefix("spark.okibi.prune.").stripSuffix(".enabled")
}

private[sql] object PruneRule {
  case object Comparison extends PruneRule(0, PruneConf.comparison)
  case object InList extends PruneRule(1, PruneConf.in)
  case object Nulls extends PruneRule(2, PruneConf.nulls)
  case object Prefix extends PruneRule(3, PruneConf.prefix)
  case object Casts extends PruneRule(4, PruneConf.casts)
  case object Membership extends PruneRule(5, PruneConf.membership)
  case object Groups extends PruneRule(6, PruneConf.groups)

  /** In the order of their numbers. */
  val all: IndexedSeq[PruneRule] = IndexedSeq(Comparison, InList, Nulls, Prefix, Casts, Membership, Groups)
}

/** The rules that are switched on.
  *
  * @param mask a bit for each rule's number
  */
private[sql] final case class PruneRules(mask: Int) {
  def on(rule: PruneRule): Boolean = (mask & (1 << rule.number)) != 0
}

private[sql] object PruneRules {

  /** The rules of the active session. */
  def current: PruneRules = of(SQLConf.get)

  def of(session: SQLConf): PruneRules = PruneRules(
    PruneRule.all.filter(rule => SessionConf.read(session, rule.switch)).map(1 << _.number).sum
  )
}
