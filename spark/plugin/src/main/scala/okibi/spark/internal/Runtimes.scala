package okibi.spark.internal

import okibi.core.conf.CacheConf
import okibi.core.reason.Reason
import okibi.spark.cache.{CacheRuntime, CacheSettings}
import okibi.spark.index.LocalFilters
import okibi.spark.sql.table.TableMemory

import org.apache.spark.{SparkConf, SparkEnv}
import org.apache.spark.storage.memory.StoreInstaller
import org.slf4j.LoggerFactory

import scala.util.control.NonFatal

/** The cache of this JVM's running application. In local mode driver and executor are one JVM and share it.
  * Thread-safe.
  */
private[spark] object Runtimes {
  private val log = LoggerFactory.getLogger("okibi")

  /** Spark's name of the executor that is in its driver's JVM. */
  private val driverId = "driver"
  private var installed: Option[(SparkEnv, Option[CacheRuntime])] = None

  /** The cache in the environment's block store, installed on first use. None if Okibi steps aside, which it logs once.
    */
  def of(env: SparkEnv): Option[CacheRuntime] = synchronized {
    installed match {
      case Some((known, runtime)) if known eq env => runtime
      case _ =>
        val runtime = install(env)
        installed = Some((env, runtime))
        runtime
    }
  }

  /** Runs a part without which Spark and the cache can work. If the part fails, one warning tells what Okibi does not
    * do.
    */
  def optional(warning: String)(part: => Unit): Unit =
    try part
    catch {
      case e @ (NonFatal(_) | _: LinkageError) => log.warn(s"Okibi $warning: $e")
    }

  /** The values of a setting of Spark that has commas between them, as `spark.plugins`. */
  def listed(conf: SparkConf, key: String): Seq[String] =
    conf.getOption(key).toSeq.flatMap(_.split(',')).map(_.trim).filter(_.nonEmpty)

  /** Makes a value the last of such a setting. */
  def listLast(conf: SparkConf, key: String, value: String): Unit =
    conf.set(key, (listed(conf, key).filter(_ != value) :+ value).mkString(","))

  /** The cache that is in place now, if any. */
  def current: Option[CacheRuntime] = synchronized(installed.flatMap(_._2))

  /** The figures of this executor, by metric name. Empty if no cache is in place. */
  def counted: Map[String, Long] =
    current
      .map(_.counters.snapshot ++ TableMemory.counters.snapshot ++ LocalFilters.get.counters.snapshot)
      .getOrElse(Map.empty)

  /** Whether an executor is in its driver's JVM, as with a local master. The two share a cache, and the driver's side
    * ends it: Spark ends both sides at the same time on two threads, and the driver's side still has to report the
    * figures.
    */
  def isBesideDriver(executorId: String): Boolean = executorId == driverId

  /** Ends the cache of an environment that stops. */
  def close(env: SparkEnv): Unit = synchronized {
    installed.foreach { case (known, runtime) =>
      if (known eq env) {
        runtime.foreach(_.close())
        installed = None
      }
    }
  }

  private def install(env: SparkEnv): Option[CacheRuntime] =
    if (!CacheConf.enabled.read(lookup(env.conf))) None
    else {
      val settings = CacheSettings(lookup(env.conf))
      val result =
        try CacheRuntime.install(env, settings, TableSide.batches)
        catch {
          case NonFatal(e) => Left(StoreInstaller.Refusal(Reason.Failed, e.toString))
          case e: LinkageError => Left(StoreInstaller.Refusal(Reason.MissingField, e.toString))
        }
      result match {
        case Right(runtime) =>
          TableMemory.report(env.conf)
          log.info(
            s"Okibi manages the cache of executor ${env.executorId}: policy ${settings.admission.policy.name}, " +
              s"readmission ${settings.admission.readmission.name}"
          )
          Some(runtime)
        case Left(refusal) =>
          log.warn(
            s"Okibi steps aside (${refusal.reason.code}): ${refusal.detail}. ${refusal.reason.doc} " +
              "Spark works as without Okibi."
          )
          None
      }
    }

  def lookup(conf: SparkConf): String => Option[String] = key => conf.getOption(key)
}
