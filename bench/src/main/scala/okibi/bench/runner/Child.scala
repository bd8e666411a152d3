package okibi.bench.runner

import java.io.IOException
import java.util.concurrent.TimeUnit.MILLISECONDS

import scala.concurrent.duration.FiniteDuration

import okibi.bench.protocol.{JobResult, Turns}

/** A child JVM that works when it is told to. Not thread-safe.
  *
  * @param patience how long to wait for each answer of the child; after that, the child is ended
  * @param outcome  waits for the child's end and returns its results, or the reason why there are none
  */
final class Child(process: Process, patience: FiniteDuration, outcome: => Either[String, Seq[JobResult]]) {
  private val lines = process.inputReader()
  private var waiting = Option.empty[Boolean]
  @volatile private var overdue = false

  /** Whether the child waits for a turn; false when it has none left. Blocks until the child says either. */
  def isReady: Boolean = waiting.getOrElse {
    val ready = next(Turns.ready).isDefined
    waiting = Some(ready)
    ready
  }

  /** Gives the child, which is ready, its next turn, and waits until it is ready again or has no turn left.
    *
    * @return name and seconds of the turn; none when the child ended in it
    */
  def turn(): Option[(String, Double)] =
    try {
      say(Turns.next)
      waiting = None
      next(Turns.done).map { line =>
        val Array(phase, seconds) = line.stripPrefix(Turns.done).trim.split(' ')
        isReady
        (phase, seconds.toDouble)
      }
    } catch { case _: IOException => waiting = Some(false); None } // The child has ended; its outcome has the reason.

  /** Tells the child, which is ready, that it has no more turns. The child ends with the results that it has. */
  def finish(): Unit = {
    try say(Turns.over)
    catch { case _: IOException => () } // The child has ended; its outcome has the reason.
    waiting = Some(false)
  }

  private def say(word: Int): Unit = {
    process.getOutputStream.write(word)
    process.getOutputStream.flush()
  }

  /** The next line that begins with this text; none when the child has ended. */
  private def next(beginning: String): Option[String] =
    try {
      var line = watched(lines.readLine())
      while (line != null && !line.startsWith(beginning)) line = watched(lines.readLine())
      Option(line)
    } catch { case _: IOException => None } // Ending the child closes its output.

  /** The results of its runs, or the reason why there are none. */
  def results(): Either[String, Seq[JobResult]] =
    watched(outcome).left.map(reason =>
      if (overdue) s"it was ended after $patience without an answer; $reason" else reason
    )

  /** Ends the child when the work, which waits for the child, takes too long. */
  private def watched[T](work: => T): T = {
    val alarm = Child.clock.schedule(
      (() => { overdue = true; process.destroyForcibly() }): Runnable,
      patience.toMillis,
      MILLISECONDS
    )
    try work
    finally alarm.cancel(false)
  }
}

private object Child {
  private val clock = DaemonTimer("okibi-bench-patience")
}
