package okibi.explain.facts

import scala.util.Try

import okibi.core.conf.{ByteText, CacheConf}

/** The properties of Spark that an application was started with, and what they mean. */
final case class AppSettings(properties: Map[String, String]) {
  def get(key: String): Option[String] = properties.get(key)

  def getOrElse(key: String, default: String): String = properties.getOrElse(key, default)

  /** Whether driver and executors were one process. */
  def isLocal: Boolean = get("spark.master").exists(master => master == "local" || master.startsWith("local["))

  /** Whether executors were processes of their own, as far as the settings say so. */
  def hasContainers: Boolean = get("spark.master").isDefined && !isLocal

  /** Whether the application ran with Okibi. */
  def hasPlugin: Boolean = get("spark.plugins").exists(_.split(',').exists(_.trim == AppSettings.plugin))

  /** Whether Okibi decided what is cached where; Okibi may also have observed only. */
  def isManaged: Boolean =
    hasPlugin && !get(CacheConf.enabled.key).contains("false") && !get(CacheConf.mode.key).contains("observe")

  /** The setting that lets Okibi decide. */
  def managing: String =
    if (hasPlugin) s"${CacheConf.mode.key}=on" else s"spark.plugins=${AppSettings.plugin}"

  /** The key that sets an executor's heap. */
  def heapKey: String = if (isLocal) "spark.driver.memory" else "spark.executor.memory"

  /** Cores that a task takes. */
  lazy val coresOfTask: Int = get("spark.task.cpus").flatMap(AppSettings.number).filter(_ > 0).getOrElse(1)

  /** Bytes of a setting of memory, in MiB where it has no unit, as Spark reads them; none where it is not set or no size.
    */
  def bytes(key: String): Option[Long] = get(key)
    .flatMap(ByteText.parse(_, AppSettings.units, plainBytes = 1L << 20))
    .filter(bytes => bytes >= 0 && bytes <= AppSettings.mostBytes)

  /** The number of partitions of a query's shuffle; none where the setting is no number. */
  def shufflePartitions: Option[Int] = AppSettings.number(getOrElse(AppSettings.partitionsKey, "200"))
}

object AppSettings {
  val plugin = "okibi.spark.OkibiPlugin"
  val partitionsKey = "spark.sql.shuffle.partitions"

  /** Scala 2.12 has no `toIntOption`. */
  private[facts] def number(text: String): Option[Int] = Try(text.trim.toInt).toOption

  /** A number above 0 and up to 1. */
  def share(text: String): Option[Double] = Try(text.trim.toDouble).toOption.filter(share => share > 0 && share <= 1)

  /** More than any machine has. */
  val mostBytes: Long = 1L << 50

  private val units = ("t" -> (1L << 40)) +: ByteText.units
}
