package okibi.bench.cluster

import java.net.URI
import java.nio.file.{Files, Path}

import okibi.bench.runner.{ClassFolder, RunScope, UsageException}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{Path => HadoopPath}

/** Where MapReduce jobs run. */
sealed trait MapReducePlace {

  /** For the reader of the figures. */
  def line: String

  /** Starts what is needed; it ends with the scope.
    *
    * @param tasks    that run at a time
    * @param taskHeap of each, in megabytes
    * @param taskOptions further options of their JVMs, where they have JVMs of their own and the place is ours
    */
  def settle(
      scope: RunScope,
      logs: Path,
      classPath: HadoopClassPath,
      tasks: Int,
      taskHeap: Int,
      taskOptions: Seq[String]
  ): MapReducePlace.Settled
}

object MapReducePlace {

  /** A place that can be used.
    *
    * @param folder    a new folder of an HDFS, which goes with the scope
    * @param settings  for those who submit jobs
    * @param classPath the same
    * @param servers   process numbers of the data nodes; none when they are not of this machine
    */
  final case class Settled(folder: String, settings: Seq[(String, String)], classPath: String, servers: Seq[Long])

  /** A name node, a data node, a resource manager and a node manager as processes of this machine. */
  case object Pseudo extends MapReducePlace {
    override def line: String = "a YARN and an HDFS of this machine, one node, one replica"

    override def settle(
        scope: RunScope,
        logs: Path,
        classPath: HadoopClassPath,
        tasks: Int,
        taskHeap: Int,
        taskOptions: Seq[String]
    ): Settled = {
      val hdfs = LocalHdfs.servers(scope, logs, Seq(scope.folder), dataNodes = 1)
      Settled(
        s"${hdfs.address}/okibi-bench",
        LocalYarn.start(scope, logs, hdfs.address, classPath, tasks, taskHeap, taskOptions) ++ oneReplica,
        classPath.all,
        hdfs.dataNodes
      )
    }
  }

  /** Hadoop's local job runner, whose tasks are threads of one JVM, on an HDFS of this machine. */
  case object Local extends MapReducePlace {
    override def line: String = "the local job runner and an HDFS of this machine, one replica"

    override def settle(
        scope: RunScope,
        logs: Path,
        classPath: HadoopClassPath,
        tasks: Int,
        taskHeap: Int,
        taskOptions: Seq[String]
    ): Settled = {
      val hdfs = LocalHdfs.servers(scope, logs, Seq(scope.folder), dataNodes = 1)
      val settings = Seq(
        "fs.defaultFS" -> hdfs.address.toString,
        "mapreduce.framework.name" -> "local",
        "mapreduce.local.map.tasks.maximum" -> tasks.toString,
        "mapreduce.local.reduce.tasks.maximum" -> tasks.toString
      )
      Settled(s"${hdfs.address}/okibi-bench", settings ++ oneReplica, classPath.all, hdfs.dataNodes)
    }
  }

  /** A cluster that somebody else runs.
    *
    * @param confDir with its core-site.xml, yarn-site.xml and so on
    */
  final case class Given(confDir: Path) extends MapReducePlace {
    override def line: String = s"the cluster of $confDir"

    override def settle(
        scope: RunScope,
        logs: Path,
        classPath: HadoopClassPath,
        tasks: Int,
        taskHeap: Int,
        taskOptions: Seq[String]
    ): Settled = {
      val jars = HadoopClassPath.own.map(jar(scope, _).toUri.toString)
      Settled(
        GivenHdfs.folder(scope, address(confDir)).toString,
        Seq("mapreduce.framework.name" -> "yarn", "tmpjars" -> jars.mkString(",")),
        s"$confDir${java.io.File.pathSeparator}${classPath.all}",
        Nil
      )
    }
  }

  /** @throws UsageException with the cause when the folder tells of no cluster, or its HDFS does not answer */
  def existing(confDir: Path): MapReducePlace = {
    def refuse(why: String) = throw new UsageException(
      s"--cluster $confDir: $why. Give the folder with the cluster's core-site.xml and yarn-site.xml."
    )
    if (!Files.isDirectory(confDir)) refuse("no such folder")
    Seq("core-site.xml", "yarn-site.xml")
      .find(file => !Files.isReadable(confDir.resolve(file)))
      .foreach(file => refuse(s"no $file in it that can be read"))
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

  /** A class folder as a jar, which is what a cluster takes. */
  private def jar(scope: RunScope, place: Path): Path =
    if (Files.isRegularFile(place)) place
    else {
      val file = scope.subfolder("jars").resolve(s"okibi-${Integer.toHexString(place.hashCode)}.jar")
      ClassFolder.toJar(place, file)
      file
    }
}
