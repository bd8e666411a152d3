package okibi.bench.protocol

import scala.collection.mutable

/** Times the phases of a job. Each phase waits for its turn. The work before the first phase, such as warming the JVM
  * up, is not timed; all children of a round do it at the same time. Not thread-safe.
  */
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

  def totalSeconds: Double = phases.values.sum

  /** Seconds of each phase, as `<phase>Seconds`. */
  def metrics: Map[String, Double] = phases.map { case (phase, seconds) => s"${phase}Seconds" -> seconds }.toMap
}
