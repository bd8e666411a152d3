package okibi.core.kit

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

/** JVMs with the class path of the suite. */
object ChildJvm {
  private val mostMinutes = 4L

  /** Runs a main class to its end.
    *
    * @param log     gets what the JVM prints
    * @param options of the JVM, beside those that Spark needs
    * @param prefix  of the command
    * @return the lines of the log
    * @throws AssertionError when the JVM does not end in four minutes, or ends with another code than 0
    */
  def run(main: String, log: Path, options: Seq[String], prefix: Seq[String] = Nil): Seq[String] = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val opens = System.getProperty("okibi.jvm.opens").split(' ')
    val command = (prefix :+ java) ++ options ++ opens ++ Seq("-cp", System.getProperty("java.class.path"), main)
    val process = new ProcessBuilder(command: _*).redirectErrorStream(true).redirectOutput(log.toFile).start()
    if (!process.waitFor(mostMinutes, TimeUnit.MINUTES))
      throw new AssertionError(s"$main did not end in $mostMinutes minutes, see $log")
    val lines = new String(Files.readAllBytes(log), "UTF-8").split('\n').toSeq
    if (process.exitValue() != 0)
      throw new AssertionError(s"$main ended with ${process.exitValue()}: ${lines.takeRight(30).mkString("\n")}")
    lines
  }

  /** The same on a small disk, which is the folder for temporary files: a tmpfs in a mount namespace of the JVM. */
  def runOnDisk(main: String, log: Path, options: Seq[String], disk: Path, megabytes: Int): Seq[String] = {
    val mount = s"""mount -t tmpfs -o size=${megabytes}m tmpfs "$$0" && exec "$$@""""
    val prefix = Seq("unshare", "--mount", "--map-root-user", "sh", "-c", mount, disk.toString)
    run(main, log, options :+ s"-Djava.io.tmpdir=$disk", prefix)
  }
}
