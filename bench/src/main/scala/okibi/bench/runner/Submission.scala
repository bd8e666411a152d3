package okibi.bench.runner

import java.io.File
import java.nio.file.Path
import java.util.jar.JarFile

import scala.jdk.CollectionConverters._
import scala.util.Using

/** How Spark applications are started: by spark-submit with the plugin's jar in `--jars`, as users do. Where
  * `spark.plugins` does not name the plugin, that jar does nothing.
  *
  * @param sparkJars jars of Spark and of the jobs' other dependencies: the class path
  * @param modules   jars of the bench's own modules, which the application brings
  * @param plugin    the plugin's one jar, which the application brings too
  */
final case class Submission(sparkJars: Seq[Path], modules: Seq[Path], plugin: Path) {
  def classPath: String = sparkJars.mkString(File.pathSeparator)

  /** The part of the command line after the class path.
    *
    * @param job  main class of the application
    * @param more jars that the application brings
    */
  def command(job: String, args: Seq[String], more: Seq[Path] = Nil): Seq[String] =
    Seq(
      Submission.mainClass,
      "--master",
      "local[*]",
      "--deploy-mode",
      "client",
      "--class",
      job,
      "--jars",
      (plugin +: (modules.tail ++ more)).mkString(","),
      modules.head.toString
    ) ++ args
}

object Submission {
  private val mainClass = "org.apache.spark.deploy.SparkSubmit"

  /** Environment variables of a Spark that the user has installed. Its defaults would change the jobs' settings. */
  val userVariables: Seq[String] = Seq("SPARK_HOME", "SPARK_CONF_DIR")

  /** @param jars   of a class path; those whose classes the plugin's jar has are left out
    * @param plugin the plugin's jar
    */
  def of(jars: Seq[Path], plugin: Path): Submission = {
    val pluginClasses = ownClasses(plugin).toSet
    val (sparkJars, own) =
      jars.map(jar => jar -> ownClasses(jar)).partition { case (_, classes) => classes.isEmpty }
    Submission(
      sparkJars.map(_._1),
      own.collect { case (jar, classes) if !classes.forall(pluginClasses) => jar },
      plugin
    )
  }

  /** Files of Okibi's own classes in a jar. */
  private def ownClasses(jar: Path): Seq[String] = Using.resource(new JarFile(jar.toFile)) { file =>
    file.entries.asScala.map(_.getName).filter(name => name.startsWith("okibi/") && name.endsWith(".class")).toSeq
  }
}
