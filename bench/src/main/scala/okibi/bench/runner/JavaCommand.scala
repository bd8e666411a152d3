package okibi.bench.runner

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

import scala.io.Source

/** The command line of a child JVM: the parent's Java, with the packages opened that Spark needs, and the parent's
  * class path unless another is given.
  */
object JavaCommand {

  /** Flags of the resource `okibi/jvm.opens`, which the build fills in from the root pom. */
  lazy val opens: Seq[String] = {
    val in = Option(getClass.getResourceAsStream("/okibi/jvm.opens"))
      .getOrElse(
        throw new IllegalStateException("okibi/jvm.opens is not on the class path: this is a bug of Okibi's build.")
      )
    try Source.fromInputStream(in, UTF_8.name).mkString.trim.split("\\s+").toSeq
    finally in.close()
  }

  /** Logs warnings to standard error, by Log4j 2 (Spark) or by Log4j 1 (Hadoop). */
  val logging: Seq[String] =
    Seq(
      s"-Dlog4j2.configurationFile=${getClass.getResource("/okibi/log4j2-job.properties")}",
      "-Dlog4j.configuration=okibi/log4j-hadoop.properties"
    )

  /** The class path of this JVM. */
  val ownClassPath: String = System.getProperty("java.class.path")

  def apply(mainClass: String, jvmArgs: Seq[String], args: Seq[String], classPath: String = ownClassPath): Seq[String] =
    java(jvmArgs, classPath, mainClass +: args)

  /** The command line of a Spark application that is submitted.
    *
    * @param jars that the application brings beside the plugin's
    */
  def submit(
      job: String,
      jvmArgs: Seq[String],
      args: Seq[String],
      submission: Submission,
      jars: Seq[Path] = Nil
  ): Seq[String] = java(jvmArgs, submission.classPath, submission.command(job, args, jars))

  private def java(jvmArgs: Seq[String], classPath: String, main: Seq[String]): Seq[String] =
    Seq(s"${System.getProperty("java.home")}/bin/java") ++ opens ++ jvmArgs ++ Seq("-cp", classPath) ++ main
}
