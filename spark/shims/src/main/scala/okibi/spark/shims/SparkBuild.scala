package okibi.spark.shims

import java.util.Properties

import org.slf4j.LoggerFactory

import scala.util.Properties.versionNumberString

/** Tells whether this jar was built for the running Spark line and the running Scala. If it was not, Okibi steps aside
  * before it loads a class that may not link, with one warning in each JVM.
  *
  * This object and `OkibiPlugin` may run on another Scala than the one that compiled them. Of Scala's library they use
  * only `scala.util.Properties`, which is the same in all versions.
  */
object SparkBuild {
  private val built: Properties = {
    val loaded = new Properties
    val in = getClass.getResourceAsStream("/okibi/spark-line.properties")
    try loaded.load(in)
    finally in.close()
    loaded
  }

  private def is(version: String, wanted: String): Boolean = (version + ".").startsWith(wanted + ".")

  val isOurs: Boolean = {
    val line = built.getProperty("line")
    val scala = built.getProperty("scala")
    val version = org.apache.spark.SPARK_VERSION
    val matches = is(version, line) && is(versionNumberString, scala)
    if (!matches)
      LoggerFactory
        .getLogger("okibi")
        .warn(
          "Okibi steps aside (unknown-spark): this jar is built for Spark " + line + " with Scala " + scala +
            ", this is Spark " + version + " with Scala " + versionNumberString +
            ". Spark works as without Okibi. Use the okibi-spark jar with this Spark and Scala in its name."
        )
    matches
  }
}
