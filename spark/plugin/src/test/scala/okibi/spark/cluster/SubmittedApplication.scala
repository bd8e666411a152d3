package okibi.spark.cluster

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

/** A submitted application.
  *
  * @param log gets all output of the process
  */
final class SubmittedApplication(process: Process, log: Path) {

  def output: String = new String(Files.readAllBytes(log), "UTF-8")

  def isRunning: Boolean = process.isAlive

  /** Ends the driver as `kill -9` does. */
  def kill(): Unit = {
    process.destroyForcibly()
    process.waitFor()
    ()
  }

  /** Waits for the end.
    *
    * @throws AssertionError with the end of the output when the application does not end in time, or fails
    */
  def awaitSuccess(seconds: Long = 300): Unit = {
    val ended = process.waitFor(seconds, TimeUnit.SECONDS)
    if (!ended || process.exitValue() != 0)
      throw new AssertionError(
        (if (ended) s"exit code ${process.exitValue()}"
         else s"no end within $seconds s") + s", $log:\n${output.takeRight(4000)}"
      )
  }

  /** What the application printed after `key=`. */
  def answer(key: String): Option[String] =
    output.split('\n').collectFirst { case line if line.startsWith(key + "=") => line.drop(key.length + 1) }
}
