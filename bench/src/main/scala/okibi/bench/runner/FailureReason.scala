package okibi.bench.runner

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

/** Finds in a child's log why it ended without a result, in one line. */
object FailureReason {
  private val outOfMemory = "OutOfMemoryError"
  private val thrown = """^(?:Exception in thread "main" |Caused by: )(.*)$""".r

  def apply(exitCode: Int, heap: String, log: Path): String = {
    val lines = Files.newBufferedReader(log, ISO_8859_1)
    var cause = Option.empty[String]
    var memory = false
    try {
      var line = lines.readLine()
      while (line != null && !memory) {
        memory = line.contains(outOfMemory)
        line match {
          case thrown(text) => cause = Some(text)
          case _ =>
        }
        line = lines.readLine()
      }
    } finally lines.close()
    val reason =
      if (memory) s"out of memory with a heap of $heap; give a larger --heap"
      else cause.getOrElse(s"the JVM ended with exit code $exitCode")
    s"$reason (log: $log)"
  }
}
