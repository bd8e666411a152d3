package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event._

/** Tells which events a log has for the first time. Logs are pasted twice, their lines are delivered twice, and two
  * logs are put into one file.
  *
  * Jobs, stages, tasks, executors and the application have ids, and each begins and ends once. Block updates have no id
  * and may rightly occur twice, so an update counts as a repetition where it equals the event before it or follows
  * another repeated event. Not thread-safe.
  */
private[facts] final class SeenEvents {
  import SeenEvents._

  private val stages = mutable.HashMap.empty[(Int, Int), SeenStage]
  private val startedJobs, endedJobs = new NumberSet
  private val addedExecutors, removedExecutors = mutable.HashSet.empty[String]
  private var application = Option.empty[ApplicationStarted]
  private var hasEnded, isForeign, isRepeating = false
  private var previous: Event = OtherEvent("")

  /** Events that began something after it had ended. */
  var disordered: Long = 0

  /** How to take the next event of the log. */
  def sighting(event: Event): Sighting = {
    event match {
      case start: ApplicationStarted =>
        isForeign = application.exists(first => first.id != start.id || first.attempt != start.attempt)
      case _ =>
    }
    if (isForeign) Foreign
    else {
      val equalsPrevious = event == previous
      previous = event
      val isNew = event match {
        case _: BlockUpdated | _: Unpersisted | _: NodeLogged | _: CountersLogged => !equalsPrevious && !isRepeating
        case _ =>
          isFirst(event).forall { first =>
            if (first) isRepeating = false else if (!equalsPrevious) isRepeating = true
            first
          }
      }
      if (isNew) New else Repeated
    }
  }

  /** Drops what is known of a stage attempt that is not kept. */
  def forget(stage: Int, attempt: Int): Unit = {
    stages.remove((stage, attempt))
    ()
  }

  /** Whether the event occurs for the first time; none for an event that may occur more than once. */
  private def isFirst(event: Event): Option[Boolean] = event match {
    case start: ApplicationStarted => Some(begins(application.isEmpty, stages.nonEmpty) { application = Some(start) })
    case _: ApplicationEnded =>
      val isFirst = !hasEnded
      hasEnded = true
      Some(isFirst)
    case JobStarted(id, _, _, _) =>
      Some(begins(startedJobs.add(id.toLong), hasEnded || endedJobs.contains(id.toLong))(()))
    case JobEnded(id, _, _) => Some(endedJobs.add(id.toLong))
    case StageSubmitted(stage) =>
      val seen = seenStage(stage.id, stage.attempt)
      Some(begins(!seen.isSubmitted, hasEnded || seen.isCompleted || seen.hasTasks) { seen.isSubmitted = true })
    case StageCompleted(stage) =>
      val seen = seenStage(stage.id, stage.attempt)
      val isFirst = !seen.isCompleted
      seen.isCompleted = true
      Some(isFirst)
    case TaskEnded(task) => Some(seenStage(task.stage, task.stageAttempt).ended(task))
    case ExecutorAdded(id, _, _, _) => Some(begins(addedExecutors.add(id), removedExecutors(id))(()))
    case ExecutorRemoved(id, _, _) => Some(removedExecutors.add(id))
    case _ => None
  }

  /** Takes a beginning; whether it is the first one.
    *
    * @param isLate whether a later event of the same thing was seen before
    */
  private def begins(isFirst: Boolean, isLate: Boolean)(note: => Unit): Boolean = {
    if (isFirst) {
      if (isLate) disordered += 1
      note
    }
    isFirst
  }

  private def seenStage(stage: Int, attempt: Int): SeenStage =
    stages.getOrElseUpdate((stage, attempt), new SeenStage)
}

private[facts] object SeenEvents {

  sealed trait Sighting

  case object New extends Sighting

  case object Repeated extends Sighting

  /** Of another application, or of another attempt at this one, whose log follows. */
  case object Foreign extends Sighting
}

/** Events that were seen of a stage attempt. */
private final class SeenStage {
  var isSubmitted, isCompleted, hasTasks = false
  private val ends = new NumberSet
  private lazy val resubmissions = new NumberSet

  /** Whether this end is the first one. A task whose result was lost ends a second time, as resubmitted. */
  def ended(task: Task): Boolean = {
    hasTasks = true
    (if (task.isResubmitted) resubmissions else ends).add(task.id)
  }
}
