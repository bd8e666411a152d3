package okibi.bench.runner

import java.nio.file.{Files, Path}

/** What the launcher, the script `okibi` of a checkout, builds for a line of Spark, when it is not there or older than its sources. */
object Launcher {

  /** Lines of Spark for which all that the jobs need is published, beside the one that the command line itself runs on. */
  val otherLines: Seq[String] = Seq("4.0")

  /** The class path of the jobs for a line of Spark.
    *
    * @throws UsageException when it cannot be built
    */
  def jobs(root: Path, line: String): String = {
    val built = root.resolve(s"cli/target/$line")
    build(root, "--build-jobs", line, built.resolve("classpath"))
    s"${built.resolve("classes")}:${Files.readString(built.resolve("classpath")).trim}"
  }

  /** The jar of the plugin for a line of Spark, which is to be `jar`.
    *
    * @throws UsageException when it cannot be built
    */
  def plugin(root: Path, line: String, jar: Path): Unit = build(root, "--build-jar", line, jar)

  private def build(root: Path, what: String, line: String, result: Path): Unit = {
    val exitCode = new ProcessBuilder("bash", root.resolve("okibi").toString, what, line).inheritIO().start().waitFor()
    if (exitCode != 0 || !Files.isRegularFile(result))
      throw new UsageException(s"$result: could not be built for Spark $line. What the build says is above.")
  }
}
