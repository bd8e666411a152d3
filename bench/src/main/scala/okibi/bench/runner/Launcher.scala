package okibi.bench.runner

import java.nio.file.{Files, Path, Paths}

/** Asks the launcher, the script `okibi` of a checkout, to build artifacts for a line of Spark. The launcher builds
  * what is missing or older than its sources.
  */
object Launcher {

  /** Lines of Spark, beside the one that the command line runs on, for which every dependency of the jobs is published.
    */
  val otherLines: Seq[String] = Seq("4.0")

  /** The class path of the jobs for a line of Spark.
    *
    * @throws UsageException when it cannot be built
    */
  def jobs(root: Path, line: String): String = {
    val built = root.resolve(s"cli/target/$line")
    build(root, built.resolve("classpath"), s"the jobs for Spark $line", "--build-jobs", line)
    s"${built.resolve("classes")}:${Files.readString(built.resolve("classpath")).trim}"
  }

  /** The class path of Hadoop's own distribution, with the servers and clients of YARN and MapReduce that Spark's
    * Hadoop lacks.
    *
    * @throws UsageException when it cannot be built
    */
  def hadoop(root: Path): String = {
    val built = root.resolve("bench/hadoop/target/classpath")
    build(root, built, "Hadoop's class path", "--build-hadoop")
    Files.readString(built).trim
  }

  /** The jar of Apache DataFusion Comet for the line of Spark that the command line runs on.
    *
    * @throws UsageException when it cannot be had
    */
  def comet(root: Path): Path = {
    val built = root.resolve("bench/comet/target/classpath")
    build(root, built, "the jar of Comet", "--build-comet")
    Paths.get(Files.readString(built).trim)
  }

  /** A Python with PySpark of the line that the command line runs on, pandas and Arrow.
    *
    * @throws UsageException when it cannot be had
    */
  def python(root: Path): Path = {
    val line = org.apache.spark.SPARK_VERSION.split('.').take(2).mkString(".")
    val made = root.resolve(s".okibi/python/bench-$line")
    build(root, made.resolve("made"), "a Python with PySpark", "--build-python")
    made.resolve("bin/python")
  }

  /** Builds the jar of the plugin for a line of Spark.
    *
    * @param jar where the build puts it
    * @throws UsageException when it cannot be built
    */
  def plugin(root: Path, line: String, jar: Path): Unit =
    build(root, jar, s"the plugin for Spark $line", "--build-jar", line)

  private def build(root: Path, result: Path, what: String, option: String*): Unit = {
    val exitCode =
      new ProcessBuilder(Seq("bash", root.resolve("okibi").toString) ++ option: _*).inheritIO().start().waitFor()
    if (exitCode != 0 || !Files.isRegularFile(result))
      throw new UsageException(s"$what: could not be built ($result). See the build's output above.")
  }
}
