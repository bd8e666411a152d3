package okibi.bench.cluster

import java.net.URI
import java.nio.file.Path

import okibi.bench.runner.{RunScope, UsageException}

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.FileSystem
import org.apache.hadoop.hdfs.DistributedFileSystem
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType

/** An HDFS on this machine: a name node and data nodes as processes on the loopback interface, with Hadoop's own
  * defaults of three replicas and blocks of 128 MiB, as Tanimura and Ogawa had them. It ends with the scope, and its
  * files are deleted.
  */
object LocalHdfs {
  private val heap = "512m"
  private val startSeconds = 120
  private val host = "127.0.0.1"

  /** Starts an empty file system and waits until it can be written.
    *
    * @param dirs folders for its files. Data node n uses the n-th of them, and again the first after the last.
    *             Everything that is made there is deleted with the scope
    * @return its address
    * @throws java.io.IOException with the reason when it does not start
    * @throws UsageException for a folder with a comma in its name
    */
  def start(scope: RunScope, logs: Path, dirs: Seq[Path], dataNodes: Int = 3): URI =
    servers(scope, logs, dirs, dataNodes).address

  /** Like [[start]]; also returns the process numbers of the data nodes. */
  def servers(scope: RunScope, logs: Path, dirs: Seq[Path], dataNodes: Int): Servers = {
    require(dirs.nonEmpty, "no directory for an HDFS")
    val folders = dirs.map(scope.folderIn(_, "hdfs-"))
    folders.find(_.toString.contains(',')).foreach { folder =>
      throw new UsageException(
        s"$folder: an HDFS takes a comma for the end of a folder's name. Give a folder without a comma."
      )
    }
    val address = URI.create(s"hdfs://$host:${FreePort.some(1).head}")
    // Paths, not URIs: a data node would take the escapes of a URI for a part of the path.
    val settings = common(address) :+ ("dfs.namenode.name.dir" -> folders.head.resolve("name").toString)
    val processes = new HadoopProcess(scope, logs, heap)
    val nameNode = "org.apache.hadoop.hdfs.server.namenode.NameNode"
    processes.start("format", nameNode, settings, "-format", "-nonInteractive").finish()
    val servers = processes.start("namenode", nameNode, settings) +: (0 until dataNodes).map { n =>
      val data = "dfs.datanode.data.dir" -> folders(n % folders.size).resolve(s"data$n").toString
      processes.start(s"datanode$n", "org.apache.hadoop.hdfs.server.datanode.DataNode", settings :+ data)
    }
    HadoopProcess.await(servers, startSeconds)(isReady(address, dataNodes))
    Servers(address, servers.tail.map(_.pid))
  }

  /** @param dataNodes process numbers of the data nodes */
  final case class Servers(address: URI, dataNodes: Seq[Long])

  /** The common settings: loopback only, any free port for all servers but the name node, and none of the waits that a
    * cluster's start or failures need.
    */
  private def common(address: URI): Seq[(String, String)] = Seq(
    "fs.defaultFS" -> address.toString,
    "dfs.namenode.http-address" -> s"$host:0",
    "dfs.datanode.address" -> s"$host:0",
    "dfs.datanode.http.address" -> s"$host:0",
    "dfs.datanode.ipc.address" -> s"$host:0",
    "dfs.permissions.enabled" -> "false",
    // There is no less busy node to choose: a file would get two replicas only.
    "dfs.namenode.redundancy.considerLoad" -> "false",
    "dfs.namenode.safemode.extension" -> "0"
  )

  private def isReady(address: URI, dataNodes: Int): Boolean = {
    val conf = new Configuration(false)
    conf.setInt("ipc.client.connect.max.retries", 0)
    FileSystem.newInstance(address, conf) match {
      case hdfs: DistributedFileSystem =>
        try !hdfs.isInSafeMode && hdfs.getDataNodeStats(DatanodeReportType.LIVE).length == dataNodes
        finally hdfs.close()
      case other => throw new IllegalStateException(s"$address: ${other.getClass.getName} is no HDFS")
    }
  }
}
