package okibi.bench.cluster

import java.net.URI
import java.nio.file.{Files, Path}

import okibi.bench.runner.{ClassFolder, RunScope, UsageException}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}

/** Where MapReduce jobs run. */
sealed trait MapReducePlace {

  /** Description for the reader of the figures. */
  def line: String

  /** Starts the servers of the place, which end with the scope. An existing cluster ignores `tasks`. */
  def open(scope: RunScope, logs: Path, classPath: HadoopClassPath, tasks: TaskSlots): MapReducePlace.Opened
}

/** Tasks that run at the same time.
  *
  * @param count      number of tasks
  * @param heapMb     heap of each task that has a JVM of its own
  * @param jvmOptions further options of such a JVM
  */
final case class TaskSlots(count: Int, heapMb: Int, jvmOptions: Seq[String] = Nil)

object MapReducePlace {

  /** A place where jobs can run now.
    *
    * @param folder    a new folder of an HDFS, which is deleted with the scope
    * @param settings  for clients that submit jobs
    * @param classPath of these clients
    * @param dataNodes process numbers of the HDFS's data nodes; empty when they are not on this machine
    */
  final case class Opened(folder: String, settings: Seq[(String, String)], classPath: String, dataNodes: Seq[Long])

  /** A name node, a data node, a resource manager and a node manager as processes on this machine. */
  case object LocalServers extends MapReducePlace {
    override def line: String = "a YARN and an HDFS on this machine, one node, one replica"

    override def open(scope: RunScope, logs: Path, classPath: HadoopClassPath, tasks: TaskSlots): Opened = {
      val hdfs = LocalHdfs.servers(scope, logs, Seq(scope.folder), dataNodes = 1)
      Opened(
        s"${hdfs.address}/okibi-bench",
        LocalYarn.start(scope, logs, hdfs.address, classPath, tasks) ++ oneReplica,
        classPath.all,
        hdfs.dataNodes
      )
    }
  }

  /** Hadoop's local job runner, whose tasks are threads of one JVM, on an HDFS on this machine. */
  case object InOneJvm extends MapReducePlace {
    override def line: String = "the local job runner and an HDFS on this machine, one replica"

    override def open(scope: RunScope, logs: Path, classPath: HadoopClassPath, tasks: TaskSlots): Opened = {
      val hdfs = LocalHdfs.servers(scope, logs, Seq(scope.folder), dataNodes = 1)
      val settings = Seq(
        "fs.defaultFS" -> hdfs.address.toString,
        "mapreduce.framework.name" -> "local",
        "mapreduce.local.map.tasks.maximum" -> tasks.count.toString,
        "mapreduce.local.reduce.tasks.maximum" -> tasks.count.toString
      )
      Opened(s"${hdfs.address}/okibi-bench", settings ++ oneReplica, classPath.all, hdfs.dataNodes)
    }
  }

  /** An existing cluster.
    *
    * @param confDir folder with its core-site.xml, yarn-site.xml and so on
    */
  final case class Given(confDir: Path) extends MapReducePlace {
    override def line: String = s"the cluster of $confDir"

    override def open(scope: RunScope, logs: Path, classPath: HadoopClassPath, tasks: TaskSlots): Opened = {
      val jars = HadoopClassPath.own.map(jar(scope, _).toUri.toString)
      Opened(
        GivenHdfs.folder(scope, address(confDir)).toString,
        Seq("mapreduce.framework.name" -> "yarn", "tmpjars" -> jars.mkString(",")),
        s"$confDir${java.io.File.pathSeparator}${classPath.all}",
        Nil
      )
    }
  }

  /** The cluster of a configuration folder.
    *
    * @throws UsageException with the cause when the folder describes no cluster, or when the cluster's HDFS does not
    *         answer
    */
  def existing(confDir: Path): MapReducePlace = {
    def refuse(reason: String) = throw new UsageException(
      s"--cluster $confDir: $reason. Give the folder with the cluster's core-site.xml and yarn-site.xml."
    )
    if (!Files.isDirectory(confDir)) refuse("no such folder")
    Seq("core-site.xml", "yarn-site.xml")
      .find(file => !Files.isReadable(confDir.resolve(file)))
      .foreach(file => refuse(s"it has no readable $file"))
    val hdfs = address(confDir)
    if (hdfs.getScheme != "hdfs") refuse(s"its fs.defaultFS is $hdfs, not an HDFS")
    GivenHdfs.checked(hdfs.toString, "--cluster")
    Given(confDir)
  }

  private val oneReplica = Seq("dfs.replication" -> "1")

  private def address(confDir: Path): URI = {
    val conf = new Configuration(false)
    conf.addResource(new HadoopPath(confDir.resolve("core-site.xml").toUri))
    URI.create(conf.get("fs.defaultFS", "file:///"))
  }

  /** A class folder as a jar: a cluster takes jars only. */
  private def jar(scope: RunScope, place: Path): Path =
    if (Files.isRegularFile(place)) place
    else {
      val file = scope.subfolder("jars").resolve(s"okibi-${Integer.toHexString(place.hashCode)}.jar")
      ClassFolder.toJar(place, file)
      file
    }
}
