package okibi.mapreduce

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

/** A child JVM with the class path of the tests. The folder holds its temporary files, its working directory and its
  * output.
  *
  * @param under a command that runs the JVM
  */
final class ForkedJvm(
    folder: Path,
    main: Class[_],
    args: Seq[String],
    options: Seq[String] = Nil,
    env: Map[String, String] = Map.empty,
    under: Seq[String] = Nil
) {
  private val log = folder.resolve("log")
  private val temporary = Files.createDirectories(folder.resolve("tmp"))

  val process: Process = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val command = under ++ Seq(
      java,
      "-XX:TieredStopAtLevel=1",
      s"-Djava.io.tmpdir=$temporary",
      "-cp",
      System.getProperty("java.class.path")
    ) ++ options ++
      (main.getName.stripSuffix("$") +: args)
    val builder =
      new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(log.toFile).directory(folder.toFile)
    env.foreach { case (name, value) => builder.environment.put(name, value) }
    builder.start()
  }

  def lines: Seq[String] = new String(Files.readAllBytes(log), "UTF-8").split('\n').toSeq

  /** Waits for the end of the JVM, four minutes at most. Returns its exit status. */
  def await(): Int = {
    if (!process.waitFor(4, TimeUnit.MINUTES)) {
      process.destroyForcibly()
      throw new AssertionError(s"child JVM: still running after 4 minutes: ${lines.takeRight(30).mkString("\n")}")
    }
    process.exitValue
  }
}
