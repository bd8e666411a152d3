package okibi.explain.facts

/** Why figures are uncertain that rest on what a log says.
  *
  * @param says what is wrong with the events, in words that follow "since"
  */
sealed abstract class Doubt(val says: String)

object Doubt {

  /** Those that there are events of. */
  private[facts] def counted(counts: (Doubt, Long)*): Map[Doubt, Long] = counts.filter(_._2 > 0).toMap

  /** Each is counted once; nothing tells which of two that differ is the right one. */
  case object Repeated extends Doubt("events are in the log more than once")

  /** A task that ends before it starts, or after the application; bytes below zero. */
  case object Impossible extends Doubt("times or figures in the log cannot be")

  /** An end that comes before its beginning. */
  case object Disordered extends Doubt("events are out of order")

  /** Of tasks that a completed stage must have had, or of the stage. */
  case object Missing extends Doubt("ends are missing in the log")

  /** Tasks took more time than the cores that the log knows of had. */
  case object UnknownCores extends Doubt("the log lacks cores that tasks ran on")

  /** Spark before 2.1 does not measure it: computing and waiting cannot be told apart. */
  case object Unmeasured extends Doubt("the log has no processor time of tasks")
}
