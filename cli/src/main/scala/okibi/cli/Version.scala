package okibi.cli

import picocli.CommandLine.IVersionProvider

/** Versions of Okibi and of the Spark that its embedded runs use. */
final class Version extends IVersionProvider {
  override def getVersion: Array[String] = {
    val own = System.getProperty("okibi.version", "unknown version")
    Array(s"okibi $own (Spark ${org.apache.spark.SPARK_VERSION}, Scala ${scala.util.Properties.versionNumberString})")
  }
}
