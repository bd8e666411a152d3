package okibi.cli.submit

import java.io.PrintWriter
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{JavaCommand, PluginJar, UsageException}
import okibi.core.conf.{CacheConf, TableConf}

/** Starts spark-submit with the plugin's jar and setting among the user's arguments.
  *
  * @param env  environment variables: where Spark is
  * @param root the checkout, where the plugin's jars are built
  */
final class Submit(env: Map[String, String], root: Path) {
  private val embeddedMain = "org.apache.spark.deploy.SparkSubmit"
  private val jars = new PluginJar(root)

  /** @param logs folder for the application's event log, if one is wanted and the application has none of its own
    * @throws UsageException when it cannot be run, or its log could not be found afterwards
    */
  def run(args: Seq[String], err: PrintWriter, logs: Option[Path] = None): Submit.Ended = {
    val parsed = SubmitArgs.parse(args)
    val app = parsed.app.headOption.getOrElse(
      throw new UsageException("no application given: name a jar or a Python file after the options of spark-submit.")
    )
    val isLocalFile = (app.endsWith(".jar") || app.endsWith(".py")) && !app.contains(":/")
    if (isLocalFile && !Files.exists(Paths.get(app)))
      throw new UsageException(s"$app: there is no such file. Name the application's jar or Python file.")
    val install = SparkInstall.find(env)
    val (command, jar) = install match {
      case Some(spark) =>
        err.println(s"okibi: Spark ${spark.version} in ${spark.home}")
        (Seq(spark.submit.toString), jars.of(spark.line, spark.scala))
      case None =>
        err.println(
          s"okibi: no SPARK_HOME and no spark-submit on PATH; using the embedded Spark ${org.apache.spark.SPARK_VERSION}"
        )
        (JavaCommand(embeddedMain, Nil, Nil), jars.embedded())
    }
    val defaults = SparkDefaults.read(SparkDefaults.file(parsed.options, env, install.map(_.home)))
    val explained = logs.map(new Explained(_, parsed, defaults, err))
    val exitCode = start(command ++ parsed.withOkibi(jar.toString, defaults, explained.toSeq.flatMap(_.settings)))
    Submit.Ended(exitCode, explained.toSeq.flatMap(_.logs.found))
  }

  /** An application that is explained: its log goes to a folder of this machine, its own or ours, which only a driver of this machine writes to; and Spark alone
    * decides, so that what it costs is there to be seen, unless the user says otherwise.
    */
  private final class Explained(ours: Path, parsed: SubmitArgs, defaults: Map[String, String], err: PrintWriter) {
    private def refuse(why: String): Nothing = throw new UsageException(
      s"--explain: $why. Run it without, then ./okibi explain its event log"
    )
    if (parsed.option("--deploy-mode").orElse(parsed.setting("spark.submit.deployMode", defaults)).contains("cluster"))
      refuse("the driver runs on the cluster (--deploy-mode cluster)")

    private val hasOwn = parsed.setting("spark.eventLog.enabled", defaults).contains("true")
    private val folder =
      if (!hasOwn) ours
      else {
        val its = parsed.setting("spark.eventLog.dir", defaults).getOrElse(NewLogs.usual)
        NewLogs
          .folder(its)
          .getOrElse(refuse(s"the application has an event log already, in $its, which is no folder of this machine"))
      }
    val logs = new NewLogs(folder)

    private val watching = if (parsed.setting(CacheConf.mode.key, defaults).isEmpty) Submit.watching else Nil
    if (watching.nonEmpty)
      err.println(
        s"okibi: --explain: Okibi only watches how Spark runs it; without --explain, or with --conf ${CacheConf.mode.key}=on, it does its work"
      )

    def settings: Seq[(String, String)] = {
      val place =
        if (hasOwn) Nil else Seq("spark.eventLog.enabled" -> "true", "spark.eventLog.dir" -> folder.toUri.toString)
      val blocks =
        if (hasOwn && parsed.setting(Submit.blocksKey, defaults).isDefined) Nil else Seq(Submit.blocksKey -> "true")
      place ++ blocks ++ watching
    }
  }

  private def start(command: Seq[String]): Int = {
    val child = new ProcessBuilder(command.toArray: _*).inheritIO().start()
    Runtime.getRuntime.addShutdownHook(new Thread(() => { child.destroy(); child.waitFor(); () }, "okibi-run-cleanup"))
    child.waitFor()
  }
}

object Submit {

  /** @param logs event logs that came while it ran, if one was wanted: the application's, and those of others that share its folder */
  final case class Ended(exitCode: Int, logs: Seq[Path])

  private val blocksKey = "spark.eventLog.logBlockUpdates.enabled"
  private val watching = Seq(CacheConf.mode.key -> "observe", TableConf.enabled.key -> "false")

  /** For the environment and the checkout that the launcher runs in. */
  def here: Submit = new Submit(sys.env, Paths.get(System.getProperty("okibi.root", ".")).toAbsolutePath)
}
