package okibi.bench.cluster

import java.nio.file.{Files, Paths}

import okibi.bench.runner.{Checkout, RunScope}

/** Runs a command beside an HDFS and a YARN of this machine, which end with the command. Arguments: a folder for logs,
  * the heap of a container in MB, how many containers run at a time on a node, the number of nodes, then the command,
  * which finds the cluster by HADOOP_CONF_DIR. Ends with the command's exit code. Logs of containers are in
  * `containers` of the folder. A node leaves when the file of `yarn.resourcemanager.nodes.exclude-path` names its host
  * and the resource manager is asked to refresh its nodes.
  */
object YarnMain {
  def main(args: Array[String]): Unit = {
    val logs = Files.createDirectories(Paths.get(args(0)).toAbsolutePath)
    val scope = new RunScope(logs)
    val exitCode =
      try {
        val classPath = HadoopClassPath.of(Checkout.root)
        val cluster = MapReducePlace.LocalServers.open(scope, logs, classPath, TaskSlots(args(2).toInt, args(1).toInt))
        val excluded = Files.createFile(scope.folder.resolve("excluded"))
        val settings = cluster.settings :+ ("yarn.resourcemanager.nodes.exclude-path" -> excluded.toString)
        // The resource manager reads its files again when it is asked to refresh its nodes.
        HadoopSite.write(scope.subfolder("site").resolve("resourcemanager"), settings)
        val processes = new HadoopProcess(scope, logs, "512m", classPath.all)
        (2 to args(3).toInt).foreach { n =>
          processes.start(
            s"nodemanager-$n",
            "org.apache.hadoop.yarn.server.nodemanager.NodeManager",
            settings.toMap.++(ofNode(scope, n)).toSeq
          )
        }
        val command = new ProcessBuilder(args.drop(4): _*).inheritIO()
        command.environment.put("HADOOP_CONF_DIR", HadoopSite.write(scope.subfolder("conf"), settings).toString)
        command.start().waitFor()
      } finally scope.close()
    System.exit(exitCode)
  }

  /** What a further node does not share with the first. */
  private def ofNode(scope: RunScope, n: Int): Seq[(String, String)] = {
    val host = s"127.0.0.$n"
    Seq("address", "localizer.address", "webapp.address").map(name => s"yarn.nodemanager.$name" -> s"$host:0") ++ Seq(
      "yarn.nodemanager.hostname" -> host,
      "yarn.nodemanager.local-dirs" -> scope.subfolder(s"yarn-$n").resolve("local").toString,
      "yarn.nodemanager.log-dirs" -> scope.subfolder(s"yarn-$n").resolve("logs").toString
    )
  }
}
