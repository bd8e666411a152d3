package okibi.spark.sql.table

import java.util.concurrent.ConcurrentHashMap

import org.apache.spark.sql.internal.SQLConf
import org.slf4j.LoggerFactory

/** Settings of Spark that are for its own format of cached tables and mean nothing to this one. One warning each tells a user who has
  * set them. docs/tables.md lists them with those that are honoured. Thread-safe.
  */
private[table] object UnusedSettings {
  private val log = LoggerFactory.getLogger("okibi")
  private val told = ConcurrentHashMap.newKeySet[String]()

  /** @param satisfied the value that asks for what this format does anyway, if there is one */
  private final case class Unused(key: String, satisfied: Option[String], why: String)

  private val all = Seq(
    Unused("spark.sql.inMemoryColumnarStorage.compressed", Some("true"), "columns are always encoded"),
    Unused("spark.sql.columnVector.offheap.enabled", Some("true"), "columns are read where they lie, outside the heap"),
    Unused(
      "spark.sql.inMemoryColumnarStorage.hugeVectorThreshold",
      None,
      "columns are read where they lie, not copied into vectors"
    ),
    Unused(
      "spark.sql.inMemoryColumnarStorage.hugeVectorReserveRatio",
      None,
      "columns are read where they lie, not copied into vectors"
    )
  )

  /** What a session has set in vain and has not been told yet, as sentences. */
  def untold(conf: SQLConf): Seq[String] =
    for {
      setting <- all
      if conf.contains(setting.key)
      value = conf.getConfString(setting.key)
      if !setting.satisfied.contains(value.trim.toLowerCase) && told.add(setting.key)
    } yield s"${setting.key}=$value has no effect on cached tables: with Okibi ${setting.why}."

  def tell(conf: SQLConf): Unit = untold(conf).foreach(sentence => log.warn(s"Okibi: $sentence Said once."))
}
