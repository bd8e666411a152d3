package okibi.bench.protocol

import java.nio.file.Paths

/** Main class of a child JVM: reads its request from the first argument, writes its results to the second. An exception
  * ends the JVM with exit code 1 and its trace in the log. The child also ends when its parent does: the runner holds
  * the other end of standard input. Standard output is the line to the runner; what a job prints goes to the log.
  */
abstract class Job {
  def run(request: JobRequest): JobResult

  /** The name that the runner starts it by. */
  final def mainClass: String = getClass.getName.stripSuffix("$")

  final def main(args: Array[String]): Unit = {
    val turns = new Turns.FromParent(System.in, System.out)
    System.setOut(System.err)
    val exitCode =
      try { JobResult.write(Paths.get(args(1)), results(JobRequest.read(Paths.get(args(0)), turns))); 0 }
      catch { case failure: Throwable => tell(failure); 1 }
    sys.exit(exitCode) // Said, for a job may leave threads behind, as TestDFSIO does, with a result or without.
  }

  private def results(request: JobRequest): Seq[JobResult] =
    if (request.runs.isEmpty) Seq(run(request))
    else
      request.runs.iterator
        .takeWhile(_ => request.turns.begin())
        .map { its =>
          System.gc() // What the run before left is not this one's to collect.
          val result = run(request.copy(its.conf, its.args, turns = Turns.free))
          request.turns.end("run", result.seconds)
          result
        }
        .toList

  /** As the virtual machine itself tells of what ends it, which is what the runner looks for in the log. */
  private def tell(failure: Throwable): Unit = {
    System.err.print("Exception in thread \"main\" ")
    failure.printStackTrace()
  }
}
