package okibi.bench.runner

import java.nio.file.{Files, Path, Paths}

/** Where the plugin's jars for all lines of Spark come from. */
trait PluginJars {

  /** @param line  major and minor version of Spark
    * @param scala binary version
    * @throws UsageException for a Spark that Okibi is not built for
    */
  def of(line: String, scala: String): Path
}

object PluginJars {

  /** The plugin's class. */
  val plugin = "okibi.spark.OkibiPlugin"

  /** The setting that installs the plugin. */
  val conf: Seq[(String, String)] = Seq("spark.plugins" -> plugin)

  /** A build of the plugin.
    *
    * @param line   major and minor version of Spark
    * @param scala  binary version
    * @param folder below `target`, which is the launcher's name of the build
    */
  final case class Build(line: String, scala: String, folder: String)

  /** All builds. */
  val supported: Seq[Build] = Seq(
    Build("3.5", "2.12", "3.5"),
    Build("3.5", "2.13", "3.5-scala-2.13"),
    Build("4.0", "2.13", "4.0"),
    Build("4.1", "2.13", "4.1"),
    Build("4.2", "2.13", "4.2")
  )

  /** The folder of jars that an installed package names by the property `okibi.jars`; None in a source tree. */
  def packaged: Option[Path] = Option(System.getProperty("okibi.jars")).map(Paths.get(_))

  private[runner] def fileName(line: String, scala: String): String = s"okibi-spark-${line}_$scala.jar"

  private[runner] def refuse(line: String, scala: String): Nothing = throw new UsageException(
    s"Spark $line with Scala $scala: Okibi is not built for it. Supported: " +
      supported.map(build => s"${build.line} with Scala ${build.scala}").mkString(", ") + "."
  )
}

/** The jars of a source tree. The launcher builds a jar that is missing or older than its sources.
  *
  * @param root of the tree
  */
final class BuiltJars(root: Path) extends PluginJars {
  override def of(line: String, scala: String): Path = {
    val build = PluginJars.supported
      .find(build => build.line == line && build.scala == scala)
      .getOrElse(PluginJars.refuse(line, scala))
    val jar = root.resolve(s"spark/plugin/target/${build.folder}").resolve(PluginJars.fileName(line, scala))
    Launcher.plugin(root, build.folder, jar)
    jar
  }

  /** The jar for the Spark on this JVM's class path. */
  def embedded(): Path =
    of(
      org.apache.spark.SPARK_VERSION.split("[.-]").take(2).mkString("."),
      _root_.scala.util.Properties.versionNumberString.split('.').take(2).mkString(".")
    )
}

/** The jars of an installed package.
  *
  * @param folder that holds them
  */
final class PackagedJars(folder: Path) extends PluginJars {
  override def of(line: String, scala: String): Path = {
    val jar = folder.resolve(PluginJars.fileName(line, scala))
    if (Files.isRegularFile(jar)) jar else PluginJars.refuse(line, scala)
  }
}
