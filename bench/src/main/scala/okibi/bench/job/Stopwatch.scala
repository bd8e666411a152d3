package okibi.bench.job

import scala.collection.mutable

/** Times the phases of a job, in order. Not thread-safe. */
final class Stopwatch {
  private val phases = mutable.LinkedHashMap.empty[String, Double]

  def time[T](phase: String)(work: => T): T = {
    val start = System.nanoTime
    try work
    finally phases(phase) = phases.getOrElse(phase, 0.0) + (System.nanoTime - start) / 1e9
  }

  def totalSeconds: Double = phases.values.sum

  /** Seconds of each phase, as `<phase>Seconds`. */
  def metrics: Map[String, Double] = phases.map { case (phase, seconds) => s"${phase}Seconds" -> seconds }.toMap
}
