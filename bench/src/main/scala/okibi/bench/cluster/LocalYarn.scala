package okibi.bench.cluster

import java.net.URI
import java.nio.file.{Path, Paths}

import okibi.bench.runner.RunScope

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.yarn.client.api.YarnClient

/** A YARN on this machine: a resource manager and a node manager as processes on the loopback interface. It ends with
  * the scope, and so do its containers.
  */
object LocalYarn {
  private val host = "127.0.0.1"
  private val startSeconds = 120
  private val heap = "512m"

  /** With YARN's default of a second, meant for thousands of nodes, a core of this node would be idle for a second or
    * two between two tasks.
    */
  private val heartbeatMs = 100

  /** Memory of a job's application master. */
  private val masterMb = 512

  /** Starts YARN and waits until its node can be used.
    *
    * @param tasks tasks that run at a time, and their JVMs
    * @return settings for clients that submit jobs
    * @throws java.io.IOException with the reason when it does not start
    */
  def start(
      scope: RunScope,
      logs: Path,
      hdfs: URI,
      classPath: HadoopClassPath,
      tasks: TaskSlots
  ): Seq[(String, String)] = {
    val containerMb = tasks.heapMb + tasks.heapMb / 4 + 256
    val (folder, containerLogs) = folders(scope, logs)
    val settings = common(hdfs, folder, containerLogs, containerMb * tasks.count + masterMb) ++
      jobSettings(classPath.all, containerMb, s"-Xmx${tasks.heapMb}m" +: tasks.jvmOptions)
    val processes = new HadoopProcess(scope, logs, heap, classPath.all)
    val servers = Seq(
      processes.start("resourcemanager", "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", settings),
      processes.start("nodemanager", "org.apache.hadoop.yarn.server.nodemanager.NodeManager", settings)
    )
    HadoopProcess.await(servers, startSeconds)(isReady(settings))
    settings
  }

  /** Folders for the tasks' files and for their logs. The scripts that start containers do not escape names, so both
    * are in a temporary folder, which is deleted with the scope, where their names would need escapes.
    */
  private def folders(scope: RunScope, logs: Path): (Path, Path) = {
    val containers = logs.toAbsolutePath.resolve("containers")
    if (PlainName.is(scope.folder) && PlainName.is(containers)) (scope.subfolder("yarn"), containers)
    else {
      val folder = scope.folderIn(Paths.get(System.getProperty("java.io.tmpdir")), "okibi-bench-yarn-")

      (folder, folder.resolve("containers"))
    }
  }

  /** The servers' settings: loopback only; memory alone limits how many containers run at a time. */
  private def common(hdfs: URI, folder: Path, logs: Path, nodeMb: Int): Seq[(String, String)] = {
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
      "yarn.scheduler.maximum-allocation-mb" -> nodeMb.toString,
      "yarn.nodemanager.hostname" -> host,
      "yarn.nodemanager.address" -> s"$host:0",
      "yarn.nodemanager.localizer.address" -> s"$host:0",
      "yarn.nodemanager.webapp.address" -> s"$host:0",
      "yarn.nodemanager.local-dirs" -> folder.resolve("local").toString,
      "yarn.nodemanager.log-dirs" -> logs.toString,
      "yarn.nodemanager.resource.memory-mb" -> nodeMb.toString,
      // Containers that take more memory than they asked for are ended, as on clusters. Without control groups the node
      // manager looks itself, and only if nothing is said to enforce the limit for it.
      "yarn.nodemanager.resource.memory.enforced" -> "false",
      "yarn.nodemanager.container-monitor.interval-ms" -> "1000",
      "yarn.nodemanager.vmem-check-enabled" -> "false",
      // A disk that is nine tenths full must not keep YARN from starting.
      "yarn.nodemanager.disk-health-checker.enable" -> "false",
      "yarn.nodemanager.aux-services" -> "mapreduce_shuffle",
      "yarn.nodemanager.aux-services.mapreduce_shuffle.class" -> "org.apache.hadoop.mapred.ShuffleHandler",
      "mapreduce.shuffle.port" -> "0"
    )
  }

  /** The clients' settings: a job history without a history server, and JVMs that fit their containers. */
  private def jobSettings(classPath: String, containerMb: Int, taskOptions: Seq[String]): Seq[(String, String)] = {
    val options = taskOptions.mkString(" ")
    Seq(
      "mapreduce.framework.name" -> "yarn",
      "mapreduce.application.classpath" -> classPath,
      "yarn.app.mapreduce.am.staging-dir" -> "/okibi-staging",
      "yarn.app.mapreduce.am.create-intermediate-jh-base-dir" -> "true",
      "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms" -> heartbeatMs.toString,
      "yarn.app.mapreduce.am.resource.mb" -> masterMb.toString,
      "yarn.app.mapreduce.am.command-opts" -> "-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
      "mapreduce.map.memory.mb" -> containerMb.toString,
      "mapreduce.map.java.opts" -> options,
      "mapreduce.reduce.memory.mb" -> containerMb.toString,
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
