package okibi.cli.submit

import java.io.PrintWriter
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{JavaCommand, UsageException}

/** Starts spark-submit with the plugin's jar and setting among the user's arguments.
  *
  * @param env  environment variables: where Spark is
  * @param root the checkout, where the plugin's jars are built
  */
final class Submit(env: Map[String, String], root: Path) {
  private val embeddedMain = "org.apache.spark.deploy.SparkSubmit"
  private val jars = new PluginJar(root)

  /** @return the exit code of spark-submit */
  def run(args: Seq[String], err: PrintWriter): Int = {
    val parsed = SubmitArgs.parse(args)
    val app = parsed.app.headOption.getOrElse(
      throw new UsageException("no application given: name a jar or a Python file after the options of spark-submit."))
    val isLocalFile = (app.endsWith(".jar") || app.endsWith(".py")) && !app.contains(":/")
    if (isLocalFile && !Files.exists(Paths.get(app)))
      throw new UsageException(s"$app: there is no such file. Name the application's jar or Python file.")
    val install = SparkInstall.find(env)
    val (command, jar) = install match {
      case Some(spark) =>
        err.println(s"okibi: Spark ${spark.version} in ${spark.home}")
        (Seq(spark.submit.toString), jars.of(spark.line, spark.scala))
      case None =>
        err.println(s"okibi: no SPARK_HOME and no spark-submit on PATH; using the embedded Spark ${org.apache.spark.SPARK_VERSION}")
        (JavaCommand(embeddedMain, Nil, Nil), jars.embedded())
    }
    val defaults = SparkDefaults.read(SparkDefaults.file(parsed.options, env, install.map(_.home)))
    start(command ++ parsed.withOkibi(jar.toString, defaults))
  }

  private def start(command: Seq[String]): Int = {
    val child = new ProcessBuilder(command.toArray: _*).inheritIO().start()
    Runtime.getRuntime.addShutdownHook(new Thread(() => { child.destroy(); child.waitFor(); () }, "okibi-run-cleanup"))
    child.waitFor()
  }
}

object Submit {

  /** For the environment and the checkout that the launcher runs in. */
  def here: Submit = new Submit(sys.env, Paths.get(System.getProperty("okibi.root", ".")).toAbsolutePath)
}
