package okibi.bench.protocol

import java.nio.file.Paths

/** Main class of a child JVM. It reads its request from the file of the first argument and writes its results to the
  * file of the second. An exception ends the JVM with exit code 1 and its stack trace in the log. The child also ends
  * when its parent ends: the runner holds the other end of standard input. Standard output carries the protocol with
  * the runner; what a job prints goes to the log.
  */
abstract class Job {
  def run(request: JobRequest): JobResult

  /** The class name by which the runner starts it. */
  final def mainClass: String = getClass.getName.stripSuffix("$")

  final def main(args: Array[String]): Unit = {
    val turns = new Turns.FromParent(System.in, System.out)
    System.setOut(System.err)
    val exitCode =
      try { JobResult.write(Paths.get(args(1)), results(JobRequest.read(Paths.get(args(0)), turns))); 0 }
      catch { case failure: Throwable => report(failure); 1 }
    sys.exit(exitCode) // A job may leave threads behind, as TestDFSIO does, with a result or without.
  }

  private def results(request: JobRequest): Seq[JobResult] =
    if (request.runs.isEmpty) Seq(run(request))
    else
      request.runs.iterator
        .takeWhile(_ => request.turns.begin())
        .map { next =>
          System.gc() // The run does not pay for the garbage of the run before.
          val result = run(request.copy(next.conf, next.args, turns = Turns.free))
          request.turns.end("run", result.seconds)
          result
        }
        .toList

  /** Prints the failure as the JVM prints an uncaught exception: the runner looks for that line in the log. */
  private def report(failure: Throwable): Unit = {
    System.err.print("Exception in thread \"main\" ")
    failure.printStackTrace()
  }
}
