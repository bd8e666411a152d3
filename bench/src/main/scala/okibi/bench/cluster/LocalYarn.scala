package okibi.bench.cluster

import java.net.URI
import java.nio.file.{Files, Path}

import okibi.bench.runner.RunScope

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.yarn.client.api.YarnClient

/** A YARN of this machine: a resource manager and a node manager as processes on the loopback interface. It ends with the scope, its
  * containers with it.
  */
object LocalYarn {
  private val host = "127.0.0.1"
  private val startSeconds = 120
  private val heap = "512m"

  /** With a second, its default for thousands of nodes, a core of this one would stand idle for a second or two between one task and the next. */
  private val heartbeatMs = 100

  /** Room of the job's own master. */
  private val masterMegabytes = 512

  /** Starts it and waits until its node can be used.
    *
    * @param tasks    that run at a time
    * @param taskHeap of each, in megabytes
    * @param taskOptions further options of their JVMs
    * @return settings for those who submit jobs
    * @throws java.io.IOException with the reason when it does not start
    */
  def start(
      scope: RunScope,
      logs: Path,
      hdfs: URI,
      classPath: HadoopClassPath,
      tasks: Int,
      taskHeap: Int,
      taskOptions: Seq[String]
  ): Seq[(String, String)] = {
    val task = taskHeap + taskHeap / 4 + 256
    val (folder, containerLogs) = folders(scope, logs)
    val settings = common(hdfs, folder, containerLogs, task * tasks + masterMegabytes) ++ ofJobs(
      classPath.all,
      task,
      s"-Xmx${taskHeap}m" +: taskOptions
    )
    val processes = new HadoopProcess(scope, logs, heap, classPath.all)
    val servers = Seq(
      processes.start("resourcemanager", "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", settings),
      processes.start("nodemanager", "org.apache.hadoop.yarn.server.nodemanager.NodeManager", settings)
    )
    HadoopProcess.await(servers, startSeconds)(isReady(settings))
    settings
  }

  /** For tasks' files and for their logs. The scripts that start containers know no escapes, so where these would be needed both are in a temporary folder, which
    * goes with the scope.
    */
  private def folders(scope: RunScope, logs: Path): (Path, Path) = {
    val containers = logs.toAbsolutePath.resolve("containers")
    if (PlainName.is(scope.folder) && PlainName.is(containers)) (scope.subfolder("yarn"), containers)
    else {
      val folder = Files.createTempDirectory("okibi-bench-yarn-")
      scope.undo(s"folder $folder")(RunScope.delete(folder))
      (folder, folder.resolve("containers"))
    }
  }

  /** Loopback only, and memory alone says how many containers run at a time. */
  private def common(hdfs: URI, folder: Path, logs: Path, megabytes: Int): Seq[(String, String)] = {
    val ports = FreePort.some(5).map(port => s"$host:$port")
    val addresses =
      Seq("address", "scheduler.address", "resource-tracker.address", "admin.address", "webapp.address").map(
        "yarn.resourcemanager." + _
      )
    addresses.zip(ports) ++ Seq(
      "fs.defaultFS" -> hdfs.toString,
      "hadoop.tmp.dir" -> folder.toString,
      "yarn.resourcemanager.hostname" -> host,
      "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms" -> heartbeatMs.toString,
      "yarn.scheduler.capacity.root.queues" -> "default",
      "yarn.scheduler.capacity.root.default.capacity" -> "100",
      "yarn.scheduler.capacity.maximum-am-resource-percent" -> "1",
      "yarn.scheduler.minimum-allocation-mb" -> "1",
      "yarn.scheduler.maximum-allocation-mb" -> megabytes.toString,
      "yarn.nodemanager.hostname" -> host,
      "yarn.nodemanager.address" -> s"$host:0",
      "yarn.nodemanager.localizer.address" -> s"$host:0",
      "yarn.nodemanager.webapp.address" -> s"$host:0",
      "yarn.nodemanager.local-dirs" -> folder.resolve("local").toString,
      "yarn.nodemanager.log-dirs" -> logs.toString,
      "yarn.nodemanager.resource.memory-mb" -> megabytes.toString,
      "yarn.nodemanager.pmem-check-enabled" -> "false",
      "yarn.nodemanager.vmem-check-enabled" -> "false",
      "yarn.nodemanager.disk-health-checker.enable" -> "false", // A disk that is nine tenths full is no reason not to begin.
      "yarn.nodemanager.aux-services" -> "mapreduce_shuffle",
      "yarn.nodemanager.aux-services.mapreduce_shuffle.class" -> "org.apache.hadoop.mapred.ShuffleHandler",
      "mapreduce.shuffle.port" -> "0"
    )
  }

  /** A history without a history server, and JVMs that fit their containers. */
  private def ofJobs(classPath: String, container: Int, taskOptions: Seq[String]): Seq[(String, String)] = {
    val options = taskOptions.mkString(" ")
    Seq(
      "mapreduce.framework.name" -> "yarn",
      "mapreduce.application.classpath" -> classPath,
      "yarn.app.mapreduce.am.staging-dir" -> "/okibi-staging",
      "yarn.app.mapreduce.am.create-intermediate-jh-base-dir" -> "true",
      "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms" -> heartbeatMs.toString,
      "yarn.app.mapreduce.am.resource.mb" -> masterMegabytes.toString,
      "yarn.app.mapreduce.am.command-opts" -> "-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
      "mapreduce.map.memory.mb" -> container.toString,
      "mapreduce.map.java.opts" -> options,
      "mapreduce.reduce.memory.mb" -> container.toString,
      "mapreduce.reduce.java.opts" -> options
    )
  }

  private def isReady(settings: Seq[(String, String)]): Boolean = {
    val conf = new Configuration
    settings.foreach { case (key, value) => conf.set(key, value) }
    conf.set("yarn.resourcemanager.connect.max-wait.ms", "500")
    conf.set("yarn.resourcemanager.connect.retry-interval.ms", "100")
    conf.setInt("ipc.client.connect.max.retries", 0)
    val client = YarnClient.createYarnClient()
    try {
      client.init(conf)
      client.start()
      client.getYarnClusterMetrics.getNumNodeManagers > 0
    } finally client.stop()
  }
}
