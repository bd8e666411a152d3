package okibi.core.docs

import okibi.core.conf.{CacheConf, ConfEntry}
import okibi.core.metric.{CacheMetrics, Metric}
import okibi.core.reason.Reason

/** Declarations of one part of Okibi, under a title for users. */
final case class Area[T](title: String, declared: Seq[T])

/** All that is declared, by area: a new area is a line here, and documents, command line and checks follow. */
object Declarations {
  val conf: Seq[Area[ConfEntry[_]]] = Seq(
    Area("Cached partitions", CacheConf.all)
  )

  val metrics: Seq[Area[Metric]] = Seq(
    Area("Cached partitions", CacheMetrics.all)
  )

  val reasons: Seq[Area[Reason]] = Seq(
    Area("Whether a partition is kept in memory", Reason.admissions),
    Area("Why Okibi steps aside", Reason.steppingAside)
  )

  /** Keys under `spark.okibi.` that nothing declares: misspelt, or of another version. */
  def unknownKeys(keys: Seq[String]): Seq[String] = {
    val known = conf.flatMap(_.declared).map(_.key).toSet
    keys.filter(key => key.startsWith("spark.okibi.") && !known(key)).sorted
  }
}
