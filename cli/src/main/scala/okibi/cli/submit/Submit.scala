package okibi.cli.submit

import java.io.PrintWriter
import java.nio.file.{Path, Paths}

import okibi.bench.runner.{JavaCommand, UsageException}

/** Starts spark-submit with the plugin's jar and setting among the user's arguments. */
object Submit {
  private val embeddedMain = "org.apache.spark.deploy.SparkSubmit"

  /** @return the exit code of spark-submit */
  def run(args: Seq[String], err: PrintWriter): Int = {
    val parsed = SubmitArgs.parse(args)
    if (parsed.app.isEmpty) throw new UsageException("no application given: name a jar or a Python file after the options of spark-submit.")
    val (command, jar) = SparkInstall.find(sys.env) match {
      case Some(install) =>
        err.println(s"okibi: Spark ${install.version} in ${install.home}")
        (Seq(install.submit.toString), PluginJar.of(install.line, install.scala))
      case None =>
        err.println(s"okibi: no SPARK_HOME and no spark-submit on PATH; using the embedded Spark ${org.apache.spark.SPARK_VERSION}")
        (JavaCommand(embeddedMain, Nil, Nil), PluginJar.embedded())
    }
    val defaults = SparkDefaults.read(SparkDefaults.file(parsed.options, sys.env, SparkInstall.find(sys.env).map(_.home)))
    start(command ++ parsed.withOkibi(jar.toString, defaults))
  }

  private def start(command: Seq[String]): Int = {
    val child = new ProcessBuilder(command.toArray: _*).inheritIO().start()
    val hook = new Thread(() => { child.destroy(); child.waitFor(); () }, "okibi-run-cleanup")
    Runtime.getRuntime.addShutdownHook(hook)
    child.waitFor()
  }

  /** The checkout that the launcher runs from. */
  private[submit] def root: Path = Paths.get(System.getProperty("okibi.root", ".")).toAbsolutePath
}
