package okibi.explain.compare

import okibi.explain.facts.AppFacts
import okibi.explain.redact.Secrets

/** A property of Spark that differs; none where it is not set. Values of secrets are not here. */
final case class SettingPair(key: String, first: Option[String], second: Option[String])

object SettingPair {

  /** By their keys. Those that differ from run to run by themselves are left out. */
  def differing(first: AppFacts, second: AppFacts): Seq[SettingPair] = {
    val secrets = Secrets.of(first.conf, second.conf)
    def shown(app: AppFacts, key: String): Option[String] = app.conf.get(key).map(secrets.shown(key, _))
    (first.conf.keySet ++ second.conf.keySet).toSeq.sorted
      .filter(key => first.conf.get(key) != second.conf.get(key) && !ofOneRun.exists(key.startsWith))
      .map(key => SettingPair(key, shown(first, key), shown(second, key)))
  }

  /** Beginnings of keys that Spark sets for one run. */
  private val ofOneRun = Seq(
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
