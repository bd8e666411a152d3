package okibi.spark.internal

import org.apache.spark.SparkConf

/** When Okibi sets a setting of Comet's. `dev/neighbours` runs Comet itself. */
class CometSideSuite extends munit.FunSuite {
  private def conf(settings: (String, String)*): SparkConf = new SparkConf(false).setAll(settings)

  private val plugins = "spark.plugins" -> "okibi.spark.OkibiPlugin, org.apache.spark.CometPlugin"

  test("Comet is one of the plugins, or its rules are one of the extensions") {
    assert(CometSide.isNamed(conf(plugins)))
    assert(CometSide.isNamed(conf("spark.sql.extensions" -> "org.apache.comet.CometSparkSessionExtensions,a.B")))
    assert(!CometSide.isNamed(conf("spark.plugins" -> "okibi.spark.OkibiPlugin")))
    assert(!CometSide.isNamed(conf()))
  }

  test("a user who set the setting, or what older versions have for it, has decided") {
    assert(CometSide.isDecided(conf(plugins, CometSide.conversion -> "false")))
    assert(CometSide.isDecided(conf(plugins, "spark.comet.sparkToColumnar.enabled" -> "false")))
    assert(!CometSide.isDecided(conf(plugins)))
  }

  test("without Comet's classes nothing is set") {
    val named = conf(plugins)
    CometSide.install(named)
    assert(!named.contains(CometSide.conversion))
  }
}
