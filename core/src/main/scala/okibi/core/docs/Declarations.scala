package okibi.core.docs

import okibi.core.conf.{CacheConf, CheckpointConf, ConfEntry, IndexConf, ObserveConf, PruneConf, TableConf}
import okibi.core.metric.{CacheMetrics, IndexMetrics, Metric}
import okibi.core.reason.Reason

/** Declarations of one part of Okibi, under a title for users. */
final case class DeclaredArea[T](title: String, declared: Seq[T])

/** All that is declared, by area: a new area is a line here, and documents, command line and checks follow. */
object Declarations {
  val conf: Seq[DeclaredArea[ConfEntry[_]]] = Seq(
    DeclaredArea("Cached partitions", CacheConf.all),
    DeclaredArea("Indexes of RDDs", IndexConf.all),
    DeclaredArea("Scans of cached tables", TableConf.all),
    DeclaredArea("Pruned reads of cached tables", PruneConf.all),
    DeclaredArea("Checkpoints", CheckpointConf.all),
    DeclaredArea("What is written down for explain", ObserveConf.all)
  )

  val metrics: Seq[DeclaredArea[Metric]] = Seq(
    DeclaredArea("Cached partitions", CacheMetrics.all),
    DeclaredArea("Indexes of RDDs", IndexMetrics.all)
  )

  val reasons: Seq[DeclaredArea[Reason]] = Seq(
    DeclaredArea("Whether a partition is kept in memory", Reason.admissions),
    DeclaredArea("Why partitions of an indexed RDD are not pruned", Reason.notPruning),
    DeclaredArea("Why Okibi steps aside", Reason.steppingAside)
  )

  /** Every key, whatever its area. */
  val confEntries: Seq[ConfEntry[_]] = conf.flatMap(_.declared)

  /** Checks the value of every key.
    *
    * @param lookup the text set for a key, if any
    * @throws okibi.core.conf.ConfException for the first value that is not allowed
    */
  def check(lookup: String => Option[String]): Unit = confEntries.foreach(_.read(lookup))

  /** Keys under `spark.okibi.` that nothing declares: misspelt, or of another version. */
  def unknownKeys(keys: Seq[String]): Seq[String] = {
    val known = confEntries.map(_.key).toSet
    keys.filter(key => key.startsWith("spark.okibi.") && !known(key)).sorted
  }
}
