package okibi.bench.runner

import java.nio.file.Path

/** The plugin's jar for a line of Spark. The launcher builds it when it is missing or older than its sources.
  *
  * @param root of the checkout
  */
final class PluginJar(root: Path) {

  /** @throws UsageException for a Spark that Okibi is not built for */
  def of(line: String, scala: String): Path = {
    if (!PluginJar.supported.contains(line -> scala))
      throw new UsageException(
        s"Spark $line with Scala $scala: Okibi is not built for it. Supported: " +
          PluginJar.supported.map { case (spark, scala) => s"$spark with Scala $scala" }.mkString(", ") + "."
      )
    val jar = root.resolve(s"spark/plugin/target/$line/okibi-spark-${line}_$scala.jar")
    Launcher.plugin(root, line, jar)
    jar
  }

  /** The jar for the Spark on this JVM's class path. */
  def embedded(): Path =
    of(
      org.apache.spark.SPARK_VERSION.split("[.-]").take(2).mkString("."),
      _root_.scala.util.Properties.versionNumberString.split('.').take(2).mkString(".")
    )
}

object PluginJar {

  /** The setting that installs the plugin. */
  val conf: Seq[(String, String)] = Seq("spark.plugins" -> "okibi.spark.OkibiPlugin")

  /** Lines of Spark that Okibi is built for, with their Scala versions. */
  val supported: Seq[(String, String)] = Seq("3.5" -> "2.12", "4.0" -> "2.13", "4.1" -> "2.13", "4.2" -> "2.13")
}
