package okibi.spark.internal

import okibi.core.conf.{PruneConf, TableConf}
import okibi.spark.shims.OwnRecords
import okibi.spark.sql.plan.OkibiExtensions
import okibi.spark.sql.prune.PruningSerializer
import okibi.spark.sql.table.TableBatches

import org.apache.spark.SparkConf
import org.slf4j.LoggerFactory

import scala.util.Try

/** Puts Okibi's format and scan of cached tables, and what makes short queries on them fast, into the configuration of sessions that are still to come. */
private[spark] object TableSide {
  private val log = LoggerFactory.getLogger("okibi")

  private val serializer = "spark.sql.cache.serializer"
  private val extensions = "spark.sql.extensions"

  /** Changes the application's own configuration: each of its sessions begins with that. Does nothing without Spark SQL.
    *
    * @param isLocal whether the driver's JVM is the only one
    */
  def install(conf: SparkConf, isLocal: Boolean): Unit =
    if (!TableConf.enabled.read(Runtimes.lookup(conf)))
      log.info(s"Okibi leaves cached tables to Spark: ${TableConf.enabled.key}=false")
    else if (hasSql) {
      val format = classOf[PruningSerializer].getName
      conf.getOption(serializer).filter(_ != format).foreach { theirs =>
        conf.set(PruneConf.wrappedSerializer.key, theirs)
        log.info(s"Okibi prunes cached tables that $theirs writes ($serializer)")
      }
      conf.set(serializer, format)
      val rules = classOf[OkibiExtensions].getName
      val others = conf
        .getOption(extensions)
        .toSeq
        .flatMap(_.split(','))
        .map(_.trim)
        .filter(name => name.nonEmpty && name != rules)
      conf.set(extensions, (others :+ rules).mkString(","))
      CompiledCode.install(conf, isLocal)
    }

  /** What blocks of cached tables hold; nothing without Spark SQL. */
  def batches: Option[OwnRecords] = if (hasSql) Some(TableBatches) else None

  private def hasSql: Boolean =
    Try(
      Class.forName("org.apache.spark.sql.SparkSessionExtensions", false, Thread.currentThread().getContextClassLoader)
    ).isSuccess
}
