package okibi.bench.job

import scala.collection.mutable

/** Times the phases of a job, in order, each when it has its turn. Not thread-safe. */
final class Stopwatch(turns: Turns = Turns.free) {
  private val phases = mutable.LinkedHashMap.empty[String, Double]

  def time[T](phase: String)(work: => T): T = {
    turns.begin()
    val start = System.nanoTime
    try work
    finally {
      val seconds = (System.nanoTime - start) / 1e9
      phases(phase) = phases.getOrElse(phase, 0.0) + seconds
      turns.end(phase, seconds)
    }
  }

  /** Work that makes the JVM load and compile what the timed phases run: it takes its turn, and is no part of the total. */
  def warmUp(work: => Unit): Unit = time(Stopwatch.warmUp)(work)

  def totalSeconds: Double = phases.collect { case (phase, seconds) if phase != Stopwatch.warmUp => seconds }.sum

  /** Seconds of each phase, as `<phase>Seconds`. */
  def metrics: Map[String, Double] = phases.map { case (phase, seconds) => s"${phase}Seconds" -> seconds }.toMap
}

object Stopwatch {
  val warmUp = "warmUp"
}
