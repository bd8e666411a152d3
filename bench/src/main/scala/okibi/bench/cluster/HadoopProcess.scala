package okibi.bench.cluster

import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import okibi.bench.runner.{FailureReason, JavaCommand, RunScope}

/** Programs of Hadoop, each in a JVM of its own that ends with the scope.
  *
  * @param logs      folder for a log of each program; kept
  * @param heap      of each program
  * @param classPath with the programs
  */
final class HadoopProcess(scope: RunScope, logs: Path, heap: String, classPath: String = JavaCommand.ownClassPath) {
  Files.createDirectories(logs)

  /** Starts a server or a tool.
    *
    * @param name      names its log and its configuration; unique within the scope
    * @param mainClass of Hadoop
    * @param settings  its whole configuration
    */
  def start(name: String, mainClass: String, settings: Seq[(String, String)], args: String*): HadoopProcess.Running = {
    val site = HadoopSite.write(scope.subfolder("site").resolve(name), settings)
    val log = logs.resolve(s"$name.log")
    val jvmArgs = Seq(
      s"-Xmx$heap",
      "-XX:+UseSerialGC",
      s"-Djava.io.tmpdir=${scope.subfolder("site")}",
      "-Djava.net.preferIPv4Stack=true"
    ) ++ JavaCommand.logging
    val command = JavaCommand(mainClass, jvmArgs, args, s"$site${File.pathSeparator}$classPath")
    val builder = new ProcessBuilder(command.toArray: _*).redirectErrorStream(true).redirectOutput(log.toFile)
    // A node manager starts its containers with this Java.
    builder.environment.put("JAVA_HOME", System.getProperty("java.home"))
    val process = scope.start(builder)
    new HadoopProcess.Running(name, process, log, heap)
  }
}

object HadoopProcess {

  final class Running(val name: String, process: Process, val log: Path, heap: String) {
    def pid: Long = process.pid

    /** Waits until a tool has ended.
      *
      * @throws IOException with the reason when it failed
      */
    def finish(): Unit = {
      val exitCode = process.waitFor()
      if (exitCode != 0) throw new IOException(s"$name: ${FailureReason(exitCode, heap, log)}")
    }

    /** @throws IOException with the reason when a server has ended */
    private[HadoopProcess] def check(): Unit =
      if (!process.isAlive) throw new IOException(s"$name: ${FailureReason(process.exitValue, heap, log)}")
  }

  /** Waits until servers are ready.
    *
    * @param isReady asked repeatedly; an IOException counts as not ready
    * @throws IOException with the reason when a server ended, or when they are not ready in time
    */
  def await(servers: Seq[Running], seconds: Int)(isReady: => Boolean): Unit = {
    val deadline = System.nanoTime + TimeUnit.SECONDS.toNanos(seconds.toLong)
    while (
      !(try isReady
      catch { case _: IOException => false })
    ) {
      servers.foreach(_.check())
      if (System.nanoTime > deadline)
        throw new IOException(s"${servers.head.name}: not ready within $seconds s (log: ${servers.head.log})")
      Thread.sleep(100)
    }
  }
}
