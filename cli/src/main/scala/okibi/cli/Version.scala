package okibi.cli

import picocli.CommandLine.IVersionProvider

/** Versions of Okibi and of its embedded Spark. */
final class Version extends IVersionProvider {
  override def getVersion: Array[String] = {
    val version = System.getProperty("okibi.version", "unknown version")
    Array(
      s"okibi $version (Spark ${org.apache.spark.SPARK_VERSION}, Scala ${scala.util.Properties.versionNumberString})"
    )
  }
}
