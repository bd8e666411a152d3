package okibi.mapreduce

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

/** A JVM of its own, with the tests' class path. Its temporary files, its working directory and what it says are in the folder. */
final class ChildJvm(
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

  /** How it ended. */
  def await(): Int = {
    if (!process.waitFor(4, TimeUnit.MINUTES)) {
      process.destroyForcibly()
      throw new AssertionError(s"it did not end: ${lines.takeRight(30).mkString("\n")}")
    }
    process.exitValue
  }
}
