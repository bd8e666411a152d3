package okibi.spark.shims

import java.util.Properties

import org.slf4j.{Logger, LoggerFactory}

import scala.util.Properties.versionNumberString

/** Tells whether this jar was built for the running Spark line and the running Scala. If it was not, Okibi steps aside
  * before it loads a class that may not link, with one warning in each JVM.
  *
  * This object and `OkibiPlugin` may run on another Scala than the one that compiled them. Of Scala's library they use
  * only `scala.util.Properties`, which is the same in all versions.
  */
object SparkBuild {
  private final val resource = "okibi/spark-line.properties"

  private val built: Properties = {
    val loaded = new Properties
    val in = getClass.getClassLoader.getResourceAsStream(resource)
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
    val log = LoggerFactory.getLogger("okibi")
    if (!matches)
      log.warn(
        "Okibi steps aside (unknown-spark): this jar is built for Spark " + line + " with Scala " + scala +
          ", this is Spark " + version + " with Scala " + versionNumberString +
          ". Spark works as without Okibi. " + remedy(version)
      )
    sayOtherJars(log)
    matches
  }

  /** The coordinate of the jar for a version of Spark, if there is one. */
  private def remedy(version: String): String = {
    val builds = built.getProperty("builds").split(",")
    var found = ""
    var n = 0
    while (n < builds.length) {
      val parts = builds(n).split("_")
      if (is(version, parts(0)) && is(versionNumberString, parts(1)))
        found = "Use io.github.okibi:okibi-spark-" + builds(n) + ":" + built.getProperty("version") + "."
      n += 1
    }
    if (found.isEmpty)
      "There are jars for these lines of Spark and Scala: " + built.getProperty("builds").replace(",", ", ") + "."
    else found
  }

  /** Class loaders take all of Okibi from the jar that they find first. */
  private def sayOtherJars(log: Logger): Unit = {
    val places = getClass.getClassLoader.getResources(resource)
    val first = places.nextElement()
    while (places.hasMoreElements) {
      val other = places.nextElement()
      log.warn(
        "Okibi is in two jars: the one in force is " + first + ", version " + built.getProperty("version") +
          "; remove the other, " + other
      )
    }
  }
}
