package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event._

/** Tells which events a log has for the first time. Logs are pasted twice, their lines are delivered twice, and two logs are put into one file.
  *
  * Jobs, stages, tasks, executors and the application have numbers or names, and begin and end once. What became of blocks has none, and may be the same twice: it is a repetition where it
  * follows its like, or another event that is repeated. Not thread-safe.
  */
private[facts] final class SeenEvents {
  import SeenEvents._

  private val stages = mutable.HashMap.empty[(Int, Int), SeenStage]
  private val startedJobs, endedJobs = new Numbers
  private val addedExecutors, removedExecutors = mutable.HashSet.empty[String]
  private var application = Option.empty[ApplicationStarted]
  private var hasEnded, isForeign, isRepeating = false
  private var last: Event = Other("")

  /** Events that began something after it had ended. */
  var disordered: Long = 0

  /** What the next event of the log is. */
  def sighting(event: Event): Sighting = {
    event match {
      case start: ApplicationStarted =>
        isForeign = application.exists(first => first.id != start.id || first.attempt != start.attempt)
      case _ =>
    }
    if (isForeign) Foreign
    else {
      val followsItself = event == last
      last = event
      val isNew = event match {
        case _: BlockUpdated | _: Unpersisted | _: NodeLogged | _: CountersLogged => !followsItself && !isRepeating
        case _ =>
          isFirst(event).forall { first =>
            if (first) isRepeating = false else if (!followsItself) isRepeating = true
            first
          }
      }
      if (isNew) New else Repeated
    }
  }

  /** What is known of a stage is not asked for any more. */
  def forget(stage: Int, attempt: Int): Unit = {
    stages.remove((stage, attempt))
    ()
  }

  /** Nothing of what can come more than once. */
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
      val seen = of(stage.id, stage.attempt)
      Some(begins(!seen.isSubmitted, hasEnded || seen.isCompleted || seen.hasTasks) { seen.isSubmitted = true })
    case StageCompleted(stage) =>
      val seen = of(stage.id, stage.attempt)
      val isFirst = !seen.isCompleted
      seen.isCompleted = true
      Some(isFirst)
    case TaskEnded(task) => Some(of(task.stage, task.stageAttempt).ended(task))
    case ExecutorAdded(id, _, _, _) => Some(begins(addedExecutors.add(id), removedExecutors(id))(()))
    case ExecutorRemoved(id, _, _) => Some(removedExecutors.add(id))
    case _ => None
  }

  /** A beginning; `isLate` when what it begins was there before. */
  private def begins(isFirst: Boolean, isLate: Boolean)(note: => Unit): Boolean = {
    if (isFirst) {
      if (isLate) disordered += 1
      note
    }
    isFirst
  }

  private def of(stage: Int, attempt: Int): SeenStage = stages.getOrElseUpdate((stage, attempt), new SeenStage)
}

private[facts] object SeenEvents {

  sealed trait Sighting

  case object New extends Sighting

  case object Repeated extends Sighting

  /** Of another application, whose log follows, or of another attempt at this one. */
  case object Foreign extends Sighting
}

/** What was seen of a stage's attempt. */
private final class SeenStage {
  var isSubmitted, isCompleted, hasTasks = false
  private val ends = new Numbers
  private lazy val resubmissions = new Numbers

  /** Whether it is the first time: a task whose result was lost ends once more, as that. */
  def ended(task: Task): Boolean = {
    hasTasks = true
    (if (task.isResubmitted) resubmissions else ends).add(task.id)
  }
}
