package okibi.cli

import okibi.bench.runner.PluginJars

import picocli.CommandLine.IVersionProvider

/** The version of Okibi, and in a source tree that of the embedded Spark. */
final class Version extends IVersionProvider {
  override def getVersion: Array[String] = {
    val version = System.getProperty("okibi.version", "unknown version")
    val embedded =
      if (PluginJars.packaged.nonEmpty) ""
      else s" (Spark ${org.apache.spark.SPARK_VERSION}, Scala ${scala.util.Properties.versionNumberString})"
    Array(s"okibi $version$embedded")
  }
}
