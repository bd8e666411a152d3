package okibi.cli.submit

import java.io.PrintWriter
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{JavaCommand, UsageException}
import okibi.core.conf.{CacheConf, TableConf}

/** Starts spark-submit with the plugin's jar and setting among the user's arguments.
  *
  * @param env  environment variables: where Spark is
  * @param root the checkout, where the plugin's jars are built
  */
final class Submit(env: Map[String, String], root: Path) {
  private val embeddedMain = "org.apache.spark.deploy.SparkSubmit"
  private val jars = new PluginJar(root)

  /** @param logs folder for the application's event log, if one is wanted
    * @return the exit code of spark-submit
    */
  def run(args: Seq[String], err: PrintWriter, logs: Option[Path] = None): Int = {
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
    start(command ++ parsed.withOkibi(jar.toString, defaults, logs.toSeq.flatMap(explained(_, parsed, defaults, err))))
  }

  /** Settings for an application that is explained: its log goes to a folder of this machine, which only a driver of this machine writes to, and one that has no
    * other place for it; and Spark alone decides, so that what it costs is there to be seen, unless the user says otherwise.
    */
  private def explained(folder: Path, parsed: SubmitArgs, defaults: Map[String, String], err: PrintWriter): Seq[(String, String)] = {
    def refuse(why: String) = throw new UsageException(s"--explain: $why. Run it without, then ./okibi explain its event log")
    if (parsed.option("--deploy-mode").orElse(parsed.setting("spark.submit.deployMode", defaults)).contains("cluster")) refuse("the driver runs on the cluster (--deploy-mode cluster)")
    if (parsed.setting("spark.eventLog.enabled", defaults).contains("true"))
      refuse(s"the application has an event log already, in ${parsed.setting("spark.eventLog.dir", defaults).getOrElse("/tmp/spark-events")}")
    val watching = if (parsed.setting(CacheConf.mode.key, defaults).isEmpty) Submit.watching else Nil
    if (watching.nonEmpty) err.println(s"okibi: --explain: Okibi only watches how Spark runs it; without --explain, or with --conf ${CacheConf.mode.key}=on, it does its work")
    Seq("spark.eventLog.enabled" -> "true", "spark.eventLog.dir" -> folder.toUri.toString, "spark.eventLog.logBlockUpdates.enabled" -> "true") ++ watching
  }

  private def start(command: Seq[String]): Int = {
    val child = new ProcessBuilder(command.toArray: _*).inheritIO().start()
    Runtime.getRuntime.addShutdownHook(new Thread(() => { child.destroy(); child.waitFor(); () }, "okibi-run-cleanup"))
    child.waitFor()
  }
}

object Submit {
  private val watching = Seq(CacheConf.mode.key -> "observe", TableConf.enabled.key -> "false")

  /** For the environment and the checkout that the launcher runs in. */
  def here: Submit = new Submit(sys.env, Paths.get(System.getProperty("okibi.root", ".")).toAbsolutePath)
}
