package okibi.explain.compare

import okibi.explain.facts.AppSettings
import okibi.explain.redact.Secrets

/** A property of Spark that differs between runs; none where it is not set. Values that are secrets are hidden. */
final case class SettingPair(key: String, first: Option[String], second: Option[String])

object SettingPair {

  /** Properties that differ, by key, without those that differ in every run. */
  def differing(first: AppSettings, second: AppSettings): Seq[SettingPair] = {
    val secrets = Secrets.of(first.properties, second.properties)
    def shown(settings: AppSettings, key: String): Option[String] = settings.get(key).map(secrets.shown(key, _))
    (first.properties.keySet ++ second.properties.keySet).toSeq.sorted
      .filter(key => first.get(key) != second.get(key) && !perRun.exists(key.startsWith))
      .map(key => SettingPair(key, shown(first, key), shown(second, key)))
  }

  /** Prefixes of keys that Spark sets anew in each run. */
  private val perRun = Seq(
    "spark.app.id",
    "spark.app.startTime",
    "spark.app.submitTime",
    "spark.app.initial",
    "spark.driver.host",
    "spark.driver.port",
    "spark.executor.id",
    "spark.eventLog.dir",
    "spark.yarn.app.container",
    "spark.ui.port"
  )
}
