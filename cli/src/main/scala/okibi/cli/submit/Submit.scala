package okibi.cli.submit

import java.io.PrintWriter
import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.{BuiltJars, Checkout, JavaCommand, PackagedJars, PluginJars, UsageException}
import okibi.core.conf.{CacheConf, TableConf}

/** Starts spark-submit with the plugin's jar and setting added to the user's arguments.
  *
  * @param env environment variables, which locate Spark
  */
final class Submit(env: Map[String, String], jars: PluginJars) {

  /** @param logs folder for the application's event log, when one is wanted and the application has none of its own
    * @throws UsageException when the application cannot be run, or its log could not be found afterwards
    */
  def run(args: Seq[String], err: PrintWriter, logs: Option[Path] = None): Submit.Ended = {
    val parsed = SubmitArgs.parse(args)
    val app = parsed.app.headOption.getOrElse(
      throw new UsageException("no application given. Give a jar or a Python file after the options of spark-submit.")
    )
    val isLocalFile = (app.endsWith(".jar") || app.endsWith(".py")) && !app.contains(":/")
    if (isLocalFile && !Files.exists(Paths.get(app)))
      throw new UsageException(s"$app: no such file. Give the application's jar or Python file.")
    val install = SparkInstall.find(env)
    val (command, jar) = install match {
      case Some(spark) =>
        err.println(s"okibi: Spark ${spark.version} in ${spark.home}")
        (Seq(spark.submit.toString), jars.of(spark.line, spark.scala))
      case None => embedded(err)
    }
    val defaults = SparkDefaults.read(SparkDefaults.file(parsed.options, env, install.map(_.home)))
    val explained = logs.map(new Explained(_, parsed, defaults, err))
    val exitCode = start(command ++ parsed.withOkibi(jar.toString, defaults, explained.toSeq.flatMap(_.settings)))
    Submit.Ended(exitCode, explained.toSeq.flatMap(_.logs.found))
  }

  /** The Spark inside this program, which only a source tree has. */
  private def embedded(err: PrintWriter): (Seq[String], Path) = jars match {
    case built: BuiltJars =>
      err.println(
        "okibi: no SPARK_HOME and no spark-submit on PATH; using the embedded Spark " +
          s"${org.apache.spark.SPARK_VERSION}"
      )
      (JavaCommand("org.apache.spark.deploy.SparkSubmit", Nil, Nil), built.embedded())
    case _ =>
      throw new UsageException(
        "no Spark found: SPARK_HOME is not set, and there is no spark-submit on PATH. Set SPARK_HOME, or install " +
          "PySpark: pip install pyspark"
      )
  }

  /** Settings for an application that is explained. Its log goes to a local folder, its own or Okibi's; only a driver
    * on this machine can write there. Spark alone makes the decisions, so that the log shows what they cost, unless the
    * user sets the mode.
    */
  private final class Explained(
      okibiFolder: Path,
      parsed: SubmitArgs,
      defaults: Map[String, String],
      err: PrintWriter
  ) {
    private def refuse(reason: String): Nothing = throw new UsageException(
      s"--explain: $reason. Run the application without --explain, then its event log with okibi explain"
    )
    if (parsed.option("--deploy-mode").orElse(parsed.setting("spark.submit.deployMode", defaults)).contains("cluster"))
      refuse("the driver runs on the cluster (--deploy-mode cluster)")

    private val hasOwn = parsed.setting("spark.eventLog.enabled", defaults).contains("true")
    private val folder =
      if (!hasOwn) okibiFolder
      else {
        val chosen = parsed.setting("spark.eventLog.dir", defaults).getOrElse(NewLogs.defaultFolder)
        NewLogs
          .folder(chosen)
          .getOrElse(refuse(s"the application writes an event log in $chosen, which is not a folder on this machine"))
      }
    val logs = new NewLogs(folder)

    private val observing = if (parsed.setting(CacheConf.mode.key, defaults).isEmpty) Submit.observing else Nil
    if (observing.nonEmpty)
      err.println(
        s"okibi: --explain: Okibi only observes Spark. To let Okibi act, leave out --explain or add " +
          s"--conf ${CacheConf.mode.key}=on"
      )

    def settings: Seq[(String, String)] = {
      val place =
        if (hasOwn) Nil else Seq("spark.eventLog.enabled" -> "true", "spark.eventLog.dir" -> folder.toUri.toString)
      val blocks =
        if (hasOwn && parsed.setting(Submit.blockUpdatesKey, defaults).isDefined) Nil
        else Seq(Submit.blockUpdatesKey -> "true")
      place ++ blocks ++ observing
    }
  }

  private def start(command: Seq[String]): Int = {
    val child = new ProcessBuilder(command.toArray: _*).inheritIO().start()
    Runtime.getRuntime.addShutdownHook(new Thread(() => { child.destroy(); child.waitFor(); () }, "okibi-run-cleanup"))
    child.waitFor()
  }
}

object Submit {

  /** The end of an application.
    *
    * @param logs event logs that appeared while it ran, if one was wanted: the application's, and those of others that
    *             share its folder
    */
  final case class Ended(exitCode: Int, logs: Seq[Path])

  private val blockUpdatesKey = "spark.eventLog.logBlockUpdates.enabled"
  private val observing = Seq(CacheConf.mode.key -> "observe", TableConf.enabled.key -> "false")

  /** For the environment of this program, with the jars of the installed package or of the source tree. */
  def here: Submit =
    new Submit(sys.env, PluginJars.packaged.fold[PluginJars](new BuiltJars(Checkout.root))(new PackagedJars(_)))
}
