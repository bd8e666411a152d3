package okibi.bench.runner

import java.io.IOException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.MILLISECONDS

import scala.concurrent.duration.FiniteDuration

import okibi.bench.protocol.{JobResult, Turns}

/** A child JVM that works when it is told to. Not thread-safe.
  *
  * @param patience how long to wait for each word of it; then it is ended
  * @param outcome  waits for the child's end and says what came of it
  */
final class Child(process: Process, patience: FiniteDuration, outcome: => Either[String, Seq[JobResult]]) {
  private val lines = process.inputReader()
  private var waiting = Option.empty[Boolean]
  @volatile private var overdue = false

  /** Whether the child stands before a turn; false when it has none left. Waits until one of the two is so. */
  def isReady: Boolean = waiting.getOrElse {
    val ready = next(Turns.ready).isDefined
    waiting = Some(ready)
    ready
  }

  /** Lets the child, which is ready, have its next turn and whatever comes before the one after.
    *
    * @return what it did and its seconds; nothing when the child ended in it
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
    } catch { case _: IOException => waiting = Some(false); None } // It ended: why is in its outcome.

  /** Tells the child, which is ready, that it has no more turns: it ends with what it has. */
  def finish(): Unit = {
    try say(Turns.over)
    catch { case _: IOException => () } // It ended: why is in its outcome.
    waiting = Some(false)
  }

  private def say(word: Int): Unit = {
    process.getOutputStream.write(word)
    process.getOutputStream.flush()
  }

  /** The next line that begins so; nothing when the child has ended. */
  private def next(beginning: String): Option[String] = {
    var line = watched(lines.readLine())
    while (line != null && !line.startsWith(beginning)) line = watched(lines.readLine())
    Option(line)
  }

  /** What each of its runs found out, or why there is nothing. */
  def results(): Either[String, Seq[JobResult]] =
    watched(outcome).left.map(reason =>
      if (overdue) s"it was ended after $patience without a word; $reason" else reason
    )

  /** Ends the child when the work, which waits for it, takes too long. */
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
  private val clock = Executors.newSingleThreadScheduledExecutor { work =>
    val thread = new Thread(work, "okibi-bench-patience")
    thread.setDaemon(true)
    thread
  }
}
