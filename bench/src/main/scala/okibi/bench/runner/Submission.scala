package okibi.bench.runner

import java.io.File
import java.nio.file.Path
import java.util.jar.JarFile

import scala.jdk.CollectionConverters._
import scala.util.Using

/** How jobs that are applications of Spark are started: by spark-submit with the plugin's jar by `--jars`, as users start theirs. Where `spark.plugins` does
  * not name it, that jar does nothing.
  *
  * @param beside  jars of Spark and of what else the jobs use: the class path
  * @param modules jars of the bench's own modules, which the application brings
  * @param plugin  the plugin's one jar, which it brings too
  */
final case class Submission(beside: Seq[Path], modules: Seq[Path], plugin: Path) {
  def classPath: String = beside.mkString(File.pathSeparator)

  /** What follows the class path on the command line.
    *
    * @param job its main class
    */
  def command(job: String, args: Seq[String]): Seq[String] =
    Seq(
      Submission.mainClass,
      "--master",
      "local[*]",
      "--deploy-mode",
      "client",
      "--class",
      job,
      "--jars",
      (plugin +: modules.tail).mkString(","),
      modules.head.toString
    ) ++ args
}

object Submission {
  private val mainClass = "org.apache.spark.deploy.SparkSubmit"

  /** Where a Spark of the user's is, whose defaults would join the jobs' settings. */
  val foreign: Seq[String] = Seq("SPARK_HOME", "SPARK_CONF_DIR")

  /** @param jars   of a class path; those whose classes the plugin's jar has are left out
    * @param plugin the plugin's jar
    */
  def of(jars: Seq[Path], plugin: Path): Submission = {
    val plugged = ownClasses(plugin).toSet
    val (beside, own) = jars.map(jar => jar -> ownClasses(jar)).partition { case (_, classes) => classes.isEmpty }
    Submission(beside.map(_._1), own.collect { case (jar, classes) if !classes.forall(plugged) => jar }, plugin)
  }

  /** Files of Okibi's own classes in a jar. */
  private def ownClasses(jar: Path): Seq[String] = Using.resource(new JarFile(jar.toFile)) { file =>
    file.entries.asScala.map(_.getName).filter(name => name.startsWith("okibi/") && name.endsWith(".class")).toSeq
  }
}
