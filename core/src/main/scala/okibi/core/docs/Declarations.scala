package okibi.core.docs

import okibi.core.conf.{CacheConf, CheckpointConf, ConfEntry, DiskConf, IndexConf, ObserveConf, PruneConf, TableConf}
import okibi.core.metric.{CacheMetrics, IndexMetrics, Metric, TableMetrics}
import okibi.core.reason.Reason

/** The declarations of one part of Okibi, under a title for users. */
final case class DeclaredArea[T](title: String, declared: Seq[T])

/** All declared keys, metrics and reasons, by area. To add an area, add a line here: documents, command line and checks
  * use these lists.
  */
object Declarations {

  /** The beginning of every key. */
  final val prefix = "spark.okibi."

  val conf: Seq[DeclaredArea[ConfEntry[_]]] = Seq(
    DeclaredArea("Cached partitions", CacheConf.all),
    DeclaredArea("Space on disks", DiskConf.all),
    DeclaredArea("Indexes of RDDs", IndexConf.all),
    DeclaredArea("Scans of cached tables", TableConf.all),
    DeclaredArea("Pruned reads of cached tables", PruneConf.all),
    DeclaredArea("Checkpoints", CheckpointConf.all),
    DeclaredArea("Records for explain", ObserveConf.all)
  )

  lazy val metrics: Seq[DeclaredArea[Metric]] = Seq(
    DeclaredArea("Cached partitions", CacheMetrics.all),
    DeclaredArea("Files of cached tables, and space on disks", TableMetrics.all),
    DeclaredArea("Indexes of RDDs", IndexMetrics.all)
  )

  lazy val reasons: Seq[DeclaredArea[Reason]] = Seq(
    DeclaredArea("Why a partition is kept in memory or not", Reason.admissions),
    DeclaredArea("Why partitions of an indexed RDD are not pruned", Reason.notPruning),
    DeclaredArea("Why Okibi steps aside", Reason.steppingAside)
  )

  /** The keys of all areas. */
  val confEntries: Seq[ConfEntry[_]] = conf.flatMap(_.declared)

  /** Checks the values of all keys.
    *
    * @param lookup the text that is set for a key, if any
    * @throws okibi.core.conf.ConfException for the first value that is not allowed
    */
  def check(lookup: String => Option[String]): Unit = confEntries.foreach(_.read(lookup))

  /** Keys under `spark.okibi.` that are not declared: misspelt keys, and keys of another version. */
  def unknownKeys(keys: Seq[String]): Seq[String] = {
    val known = confEntries.map(_.key).toSet
    keys.filter(key => key.startsWith(prefix) && !known(key)).sorted
  }
}
