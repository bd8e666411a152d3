package okibi.spark.internal

import okibi.core.conf.{PruneConf, TableConf}
import okibi.spark.python.PythonExtensions
import okibi.spark.shims.OwnRecords
import okibi.spark.sql.plan.OkibiExtensions
import okibi.spark.sql.prune.PruningSerializer
import okibi.spark.sql.table.TableBatches

import org.apache.spark.SparkConf
import org.slf4j.LoggerFactory

import scala.util.Try

/** Sets Okibi's format and scan of cached tables, and the settings that make short queries on them fast, in the
  * configuration of future sessions.
  */
private[spark] object TableSide {
  private val log = LoggerFactory.getLogger("okibi")

  private val serializer = "spark.sql.cache.serializer"
  private[internal] val extensions = "spark.sql.extensions"

  /** Changes the application's own configuration, with which each of its sessions begins. Does nothing without Spark
    * SQL.
    *
    * @param isLocal whether the driver's JVM is the only one
    */
  def install(conf: SparkConf, isLocal: Boolean): Unit =
    if (!TableConf.enabled.read(Runtimes.lookup(conf)))
      log.info(s"Okibi leaves cached tables to Spark: ${TableConf.enabled.key}=false")
    else if (hasSql) {
      val format = classOf[PruningSerializer].getName
      conf.getOption(serializer).filter(_ != format).foreach { users =>
        conf.set(PruneConf.wrappedSerializer.key, users)
        log.info(s"Okibi prunes cached tables in the format of $users ($serializer)")
      }
      conf.set(serializer, format)
      Runtimes.listLast(conf, extensions, classOf[OkibiExtensions].getName)
      Runtimes.listLast(conf, extensions, classOf[PythonExtensions].getName)
      CompiledCode.install(conf, isLocal)
      CometSide.install(conf)
    }

  /** The records in blocks of cached tables; None without Spark SQL. */
  def batches: Option[OwnRecords] = if (hasSql) Some(TableBatches) else None

  private def hasSql: Boolean =
    Try(
      Class.forName("org.apache.spark.sql.SparkSessionExtensions", false, Thread.currentThread().getContextClassLoader)
    ).isSuccess
}
