package okibi.cli.submit

import java.io.File
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.UsageException

/** An installed Spark.
  *
  * @param submit  its spark-submit
  * @param version from the name of its core jar, such as 4.1.0
  * @param scala   binary version, such as 2.13
  */
final case class SparkInstall(home: Path, submit: Path, version: String, scala: String) {

  /** Major and minor version, which Okibi's jars are named after. */
  def line: String = version.split("[.-]").take(2).mkString(".")
}

object SparkInstall {
  private val core = """spark-core_([0-9.]+)-(.+)\.jar""".r
  private val submitName = "spark-submit"

  /** The Spark of SPARK_HOME, else that of spark-submit on PATH.
    *
    * @throws UsageException when SPARK_HOME is set and has no Spark
    */
  def find(env: Map[String, String]): Option[SparkInstall] = env.get("SPARK_HOME").filter(_.nonEmpty) match {
    case Some(home) =>
      Some(
        at(Paths.get(home), Paths.get(home, "bin", submitName)).getOrElse(
          throw new UsageException(
            s"SPARK_HOME=$home: there is no Spark in it (jars/spark-core_*.jar and bin/$submitName). " +
              "Correct or unset SPARK_HOME."
          )
        )
      )
    case None => onPath(env).flatMap(submit => homes(submit).flatMap(at(_, submit).iterator).find(_ => true))
  }

  private def onPath(env: Map[String, String]): Option[Path] =
    env
      .getOrElse("PATH", "")
      .split(File.pathSeparator)
      .filter(_.nonEmpty)
      .map(Paths.get(_, submitName))
      .find(Files.isExecutable(_))

  /** The candidates for Spark's folder: the folder above spark-submit, and the folder that the script beside
    * spark-submit knows in a Spark that pip installed.
    */
  private def homes(submit: Path): Iterator[Path] = {
    val above = Option(submit.toRealPath().getParent).flatMap(bin => Option(bin.getParent))
    above.iterator ++ Iterator(submit.resolveSibling("find-spark-home"))
      .filter(Files.isReadable(_))
      .flatMap(sourceHome(_).iterator)
  }

  private def sourceHome(script: Path): Option[Path] = {
    val process =
      new ProcessBuilder("bash", "-c", "source \"$0\" && printf %s \"$SPARK_HOME\"", script.toString).start()
    val home = new String(process.getInputStream.readAllBytes()).trim
    if (process.waitFor() == 0 && home.nonEmpty) Some(Paths.get(home)) else None
  }

  private def at(home: Path, submit: Path): Option[SparkInstall] = {
    val names = Option(home.resolve("jars").toFile.list()).toSeq.flatten
    if (!Files.isExecutable(submit)) None
    else names.collectFirst { case core(scala, version) => SparkInstall(home, submit, version, scala) }
  }
}
