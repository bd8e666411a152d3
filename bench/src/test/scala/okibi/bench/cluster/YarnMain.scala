package okibi.bench.cluster

import java.nio.file.{Files, Paths}

import okibi.bench.runner.{Checkout, RunScope}

/** Runs a command beside an HDFS and a YARN of this machine, which end with the command. Arguments: a folder for logs,
  * the heap of a container in MB, how many containers run at a time, then the command, which finds the cluster by
  * HADOOP_CONF_DIR. Ends with the command's exit code. Logs of containers are in `containers` of the folder.
  */
object YarnMain {
  def main(args: Array[String]): Unit = {
    val logs = Files.createDirectories(Paths.get(args(0)).toAbsolutePath)
    val scope = new RunScope(logs)
    val exitCode =
      try {
        val cluster = MapReducePlace.LocalServers
          .open(scope, logs, HadoopClassPath.of(Checkout.root), TaskSlots(args(2).toInt, args(1).toInt))
        val command = new ProcessBuilder(args.drop(3): _*).inheritIO()
        command.environment.put("HADOOP_CONF_DIR", HadoopSite.write(scope.subfolder("conf"), cluster.settings).toString)
        command.start().waitFor()
      } finally scope.close()
    System.exit(exitCode)
  }
}
