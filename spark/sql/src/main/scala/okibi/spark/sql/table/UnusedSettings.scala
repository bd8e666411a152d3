package okibi.spark.sql.table

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.sql.internal.SQLConf
import org.slf4j.LoggerFactory

/** Settings of Spark for its own format of cached tables that have no effect on this format. A user who sets one gets
  * one warning. The document docs/tables.md lists these settings, and those that have an effect. Thread-safe.
  */
private[table] object UnusedSettings {
  private val log = LoggerFactory.getLogger("okibi")
  private val warned = ConcurrentHashMap.newKeySet[String]()

  /** @param satisfied the value that asks for what the format does in any case, if there is one */
  private final case class Unused(key: String, satisfied: Option[String], why: String)

  private val all = Seq(
    Unused("spark.sql.inMemoryColumnarStorage.compressed", Some("true"), "columns are always encoded"),
    Unused("spark.sql.columnVector.offheap.enabled", Some("true"), "columns are read in place, outside the heap"),
    Unused(
      "spark.sql.inMemoryColumnarStorage.hugeVectorThreshold",
      None,
      "columns are read in place, not copied into vectors"
    ),
    Unused(
      "spark.sql.inMemoryColumnarStorage.hugeVectorReserveRatio",
      None,
      "columns are read in place, not copied into vectors"
    )
  )

  /** A sentence for each setting without effect that a session has and for which no sentence was returned before. */
  def newWarnings(conf: SQLConf): Seq[String] =
    for {
      setting <- all
      if conf.contains(setting.key)
      value = conf.getConfString(setting.key)
      if !setting.satisfied.contains(value.trim.toLowerCase) && warned.add(setting.key)
    } yield s"${setting.key}=$value has no effect on cached tables: with Okibi ${setting.why}."

  def warn(conf: SQLConf): Unit =
    newWarnings(conf).foreach(sentence => log.warn(s"Okibi: $sentence This warning is not repeated."))
}
