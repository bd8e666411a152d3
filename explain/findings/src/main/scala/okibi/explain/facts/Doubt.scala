package okibi.explain.facts

/** Why figures are uncertain that rest on a log's events.
  *
  * @param reason what is wrong with the events; a clause that follows "because"
  */
sealed abstract class Doubt(val reason: String)

object Doubt {

  /** The doubts with at least one event. */
  private[facts] def counted(counts: (Doubt, Long)*): Map[Doubt, Long] = counts.filter(_._2 > 0).toMap

  /** Each event is counted once; where two reports of it differ, nothing tells which one is right. */
  case object Repeated extends Doubt("events are in the log more than once")

  /** A task that ends before it starts or after the application; bytes below zero. */
  case object Impossible extends Doubt("the log has impossible times or figures")

  /** An end that comes before its beginning. */
  case object Disordered extends Doubt("events are out of order")

  /** Ends of tasks that a completed stage must have had, or of the stage. */
  case object Missing extends Doubt("ends of tasks or stages are missing in the log")

  /** Tasks took more time than the cores that the log knows of had. */
  case object UnknownCores extends Doubt("the log lacks cores that tasks ran on")

  /** Spark before 2.1 does not measure processor time, so computing and waiting cannot be told apart. */
  case object Unmeasured extends Doubt("the log has no processor time of tasks")
}
