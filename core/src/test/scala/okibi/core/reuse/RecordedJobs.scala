package okibi.core.reuse

import okibi.core.GoldenFiles
import okibi.core.block.BlockKey

/** What Spark's driver told while an application ran. */
private[reuse] sealed trait DriverEvent

private[reuse] object DriverEvent {
  final case class JobStarted(job: JobShape) extends DriverEvent
  final case class StageSubmitted(stage: Int) extends DriverEvent
  final case class StageCompleted(stage: Int) extends DriverEvent
  final case class JobEnded(job: Int) extends DriverEvent
  final case class Unpersisted(rdd: Int) extends DriverEvent

  /** A task that computed a partition of a stage ended. */
  final case class TaskEnded(stage: Int, partition: Int) extends DriverEvent
}

/** The events of an application, in order, and the bytes of the blocks that it cached. `JobRecorderMain` of the bench
  * writes them as text with a line for each block, event, stage of a job and RDD of a stage. A list has commas, and is
  * `-` if it is empty.
  */
private[reuse] final case class RecordedJobs(bytes: Map[BlockKey, Long], events: Vector[DriverEvent]) {
  val stages: Map[Int, StageShape] = events
    .collect { case DriverEvent.JobStarted(job) => job.stages }
    .flatten
    .map(stage => stage.id -> stage)
    .toMap
}

private[reuse] object RecordedJobs {
  import DriverEvent._

  def of(application: String): RecordedJobs =
    GoldenFiles.files
      .read(s"core/src/test/resources/okibi/core/reuse/$application.txt")
      .linesIterator
      .foldLeft(RecordedJobs(Map.empty, Vector.empty))((found, line) => added(found, line.split(' ').toList))

  private def added(found: RecordedJobs, words: List[String]): RecordedJobs = {
    def event(event: DriverEvent) = found.copy(events = found.events :+ event)
    words match {
      case List("block", rdd, partition, size) =>
        found.copy(bytes = found.bytes + (BlockKey(rdd.toInt, partition.toInt) -> size.toLong))
      case List("job", id) => event(JobStarted(JobShape(id.toInt, Nil)))
      case List("stage", id, name, tasks, parents) =>
        val stage = new StageShape(id.toInt, name, numbers(parents), tasks.toInt, Nil)
        withLastJob(found)(job => job.copy(stages = job.stages :+ stage))
      case List("rdd", id, role, persisted, partitions, parents) =>
        val rdd = RddShape(id.toInt, role, numbers(parents), persisted == "1", partitions.toInt)
        withLastJob(found) { job =>
          val last = job.stages.last
          val more = new StageShape(last.id, last.name, last.parents, last.tasks, last.rdds :+ rdd)
          job.copy(stages = job.stages.init :+ more)
        }
      case List("submit", stage) => event(StageSubmitted(stage.toInt))
      case List("task", stage, partition) => event(TaskEnded(stage.toInt, partition.toInt))
      case List("complete", stage) => event(StageCompleted(stage.toInt))
      case List("end", job) => event(JobEnded(job.toInt))
      case List("unpersist", rdd) => event(Unpersisted(rdd.toInt))
      case _ =>
        throw new IllegalArgumentException(
          s"Recorded jobs: got the line '${words.mkString(" ")}', allowed are lines that begin with block, job, stage, " +
            "rdd, submit, task, complete, end or unpersist. Record the jobs again."
        )
    }
  }

  private def withLastJob(found: RecordedJobs)(change: JobShape => JobShape): RecordedJobs = found.events.last match {
    case JobStarted(job) => found.copy(events = found.events.init :+ JobStarted(change(job)))
    case other =>
      throw new IllegalArgumentException(
        s"Recorded jobs: got a stage or an RDD after $other, allowed is after the start of a job. Record the jobs again."
      )
  }

  private def numbers(list: String): Seq[Int] = if (list == "-") Nil else list.split(',').toSeq.map(_.toInt)
}
