package okibi.spark.cluster

import java.io.File
import java.net.ServerSocket
import java.nio.file.{Files, Path, Paths, StandardCopyOption}
import java.util.concurrent.TimeUnit
import java.util.jar.{JarEntry, JarOutputStream}

import scala.collection.mutable.ArrayBuffer

/** A real standalone cluster on loopback: a master and workers, each a process, from the Spark jars of this build. The
  * plugin is not among these jars: applications bring it with --jars, as users do.
  *
  * @param workers number of workers; 0 for applications that bring master and worker along, with an executor of one
  *                core (`local-cluster`)
  */
final class TestCluster private (work: Path, workers: Int) extends AutoCloseable {
  private val processes = new ArrayBuffer[Process]
  private val home = SparkHome.in(TestCluster.work)
  private val port: Int = TestCluster.freePort()

  val master: String = if (workers == 0) "local-cluster[1,1,700]" else s"spark://127.0.0.1:$port"

  /** Where executors keep blocks and shuffle files. Those that the workers start have folders of their own in it. */
  val local: Path = work.resolve("local")

  if (workers > 0) {
    // However many executors die, the application goes on.
    val properties = Seq("-Dspark.deploy.maxExecutorRetries=-1")
    val args = Seq("--host", "127.0.0.1", "--port", port.toString, "--webui-port", "0")
    startWith("master", "org.apache.spark.deploy.master.Master", properties, Nil, args)
  }
  private val startedWorkers = new ArrayBuffer[Process]
  (1 to workers).foreach(_ => addWorker())

  def workerProcesses: Seq[Process] = startedWorkers.toList

  /** Starts one more worker. */
  def addWorker(): Unit = {
    val name = s"worker-${startedWorkers.size + 1}"
    startedWorkers += startWith(
      name,
      "org.apache.spark.deploy.worker.Worker",
      Nil,
      Nil,
      Seq("--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g") ++
        Seq("--work-dir", work.resolve(name).toString, master)
    )
  }

  /** Runs an application's main through spark-submit. Its output goes to a file with its name. */
  def submit(name: String, mainClass: String, conf: Map[String, String], args: String*): SubmittedApplication =
    submitWith(Paths.get(System.getProperty("okibi.jar")), name, mainClass, conf, args: _*)

  /** The same with another jar of the plugin. */
  def submitWith(
      plugin: Path,
      name: String,
      mainClass: String,
      conf: Map[String, String],
      args: String*
  ): SubmittedApplication =
    submitJars(
      Seq(plugin),
      Nil,
      TestCluster.jarOf(testClasses, work.resolve("app.jar")),
      name,
      mainClass,
      conf,
      args: _*
    )

  /** Runs an application whose jar is `app`, with `jars` by `--jars`, and `classPath` on the class path of driver and
    * executors.
    */
  def submitJars(
      jars: Seq[Path],
      classPath: Seq[Path],
      app: Path,
      name: String,
      mainClass: String,
      conf: Map[String, String],
      args: String*
  ): SubmittedApplication = {
    val settings = (Map(
      "spark.driver.host" -> "127.0.0.1",
      "spark.driver.bindAddress" -> "127.0.0.1",
      "spark.ui.enabled" -> "false",
      "spark.executor.memory" -> "600m",
      "spark.executor.extraJavaOptions" -> home.jvmOptions.mkString(" "),
      "spark.executor.extraClassPath" -> classPath.mkString(File.pathSeparator),
      // Spark asks three times for the blocks of a killed executor before it gives up.
      "spark.shuffle.io.retryWait" -> "500ms"
    ) ++ conf).toSeq.flatMap { case (key, value) => Seq("--conf", s"$key=$value") }
    val options =
      Seq("--master", master, "--class", mainClass) ++ (if (jars.isEmpty) Nil else Seq("--jars", jars.mkString(",")))
    val process = startWith(
      name,
      "org.apache.spark.deploy.SparkSubmit",
      Nil,
      classPath,
      options ++ settings ++ Seq(app.toString) ++ args
    )
    new SubmittedApplication(process, logOf(name))
  }

  /** A jar of the wanted test classes; `wanted` gets their paths from the root of the classes. */
  def jar(name: String)(wanted: String => Boolean): Path = TestCluster.jarOf(testClasses, work.resolve(name), wanted)

  private def testClasses: Path = Paths.get(System.getProperty("okibi.test.classes"))

  /** Executors of the running application, which are children of the workers. */
  def executors: Seq[ProcessHandle] = workerProcesses.flatMap { worker =>
    val found = new ArrayBuffer[ProcessHandle]
    worker
      .descendants()
      .forEach(handle =>
        if (handle.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend")) found += handle
      )
    found.toList
  }

  private def logOf(name: String): Path = work.resolve(s"$name.log")

  /** Starts a History Server over a folder of event logs.
    *
    * @param jars jars on its class path in addition to Spark's
    * @return the address of the server
    */
  def history(name: String, logs: Path, jars: Path*): String = {
    val port = TestCluster.freePort()
    val settings = Seq(
      s"-Dspark.history.fs.logDirectory=${logs.toUri}",
      s"-Dspark.history.ui.port=$port",
      "-Dspark.history.fs.update.interval=1s"
    )
    startWith(name, "org.apache.spark.deploy.history.HistoryServer", settings, jars, Nil)
    s"http://127.0.0.1:$port"
  }

  private def startWith(
      name: String,
      mainClass: String,
      properties: Seq[String],
      jars: Seq[Path],
      args: Seq[String]
  ): Process = {
    val classPath = (home.classPath +: jars.map(_.toString)).mkString(File.pathSeparator)
    val command = SparkHome.java(home.jvmOptions ++ properties, classPath) ++ (mainClass +: args)
    val builder = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(logOf(name).toFile)
    builder.environment().put("SPARK_HOME", home.folder.toString)
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1")
    // A worker starts executors with this Java, which need not be the one on the path.
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"))
    // Executors take their local directories from their worker, not from the application.
    builder.environment().put("SPARK_LOCAL_DIRS", local.toString)
    builder.environment().put("SPARK_SCALA_VERSION", System.getProperty("okibi.scala.binary"))
    val process = builder.start()
    processes += process
    process
  }

  override def close(): Unit = processes.reverseIterator.foreach { process =>
    process.descendants().forEach(handle => handle.destroyForcibly())
    process.destroyForcibly()
    process.waitFor(20, TimeUnit.SECONDS)
  }
}

object TestCluster {

  /** The configuration with which an application has the plugin. */
  val plugin: Map[String, String] = Map("spark.plugins" -> "okibi.spark.OkibiPlugin")

  /** Runs `body` with a cluster and the new folder in which it works. Ends the cluster's processes and keeps the
    * folder.
    *
    * @param name    the beginning of the folder's name
    * @param workers as in the constructor
    */
  def within[T](name: String, workers: Int)(body: (TestCluster, Path) => T): T = {
    val folder = Files.createTempDirectory(Files.createDirectories(work), name)
    val cluster = new TestCluster(folder, workers)
    try body(cluster, folder)
    finally cluster.close()
  }

  private def work: Path = Paths.get(System.getProperty("okibi.work"))

  /** A jar of the wanted classes of a folder. */
  private[cluster] def jarOf(classes: Path, jar: Path, wanted: String => Boolean = _ => true): Path = synchronized {
    if (!Files.exists(jar)) {
      val partial = jar.resolveSibling(jar.getFileName.toString + ".partial")
      val out = new JarOutputStream(Files.newOutputStream(partial))
      try {
        Files
          .walk(classes)
          .filter(file => Files.isRegularFile(file) && wanted(classes.relativize(file).toString))
          .forEach { file =>
            out.putNextEntry(new JarEntry(classes.relativize(file).toString))
            Files.copy(file, out)
            out.closeEntry()
          }
      } finally out.close()
      Files.move(partial, jar, StandardCopyOption.REPLACE_EXISTING)
    }
    jar
  }

  private def freePort(): Int = {
    val socket = new ServerSocket(0)
    try socket.getLocalPort
    finally socket.close()
  }
}
