package okibi.bench.job

import java.nio.file.Paths

/** Main class of a child JVM: reads its request from the first argument, writes its result to the second. An exception
  * ends the JVM with exit code 1 and its trace in the log. The child also ends when its parent does: the runner holds
  * the other end of standard input.
  */
abstract class Job {
  def run(request: JobRequest): JobResult

  /** The name that the runner starts it by. */
  final def mainClass: String = getClass.getName.stripSuffix("$")

  final def main(args: Array[String]): Unit = {
    endWithParent()
    run(JobRequest.read(Paths.get(args(0)))).write(Paths.get(args(1)))
  }

  private def endWithParent(): Unit = {
    val watch = new Thread(() => { while (System.in.read() >= 0) (); Runtime.getRuntime.halt(1) }, "okibi-bench-parent-watch")
    watch.setDaemon(true)
    watch.start()
  }
}
