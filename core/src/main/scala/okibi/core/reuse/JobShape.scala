package okibi.core.reuse

/** A job as the driver announces it before the job runs.
  *
  * @param stages all stages that the job's final RDD depends on, including stages that will be skipped
  */
final case class JobShape(jobId: Int, stages: Seq[StageShape])

/** A stage of a job.
  *
  * @param name     call site, the same each time the same line of the program runs
  * @param parents  stages whose shuffle output the stage reads
  * @param tasks    partitions of the stage's RDD that the stage computes; fewer than all for `take` and `first`
  * @param describe returns the RDDs that the tasks can pass through: the stage's own RDD and all its narrow ancestors.
  *                 Called at most once, and never for most stages of a long lineage, which are skipped
  */
final class StageShape(
    val id: Int,
    val name: String,
    val parents: Seq[Int],
    val tasks: Int,
    describe: => Seq[RddShape]
) {
  lazy val rdds: Seq[RddShape] = describe
}

/** An RDD inside a stage.
  *
  * @param role    the RDD's role in the program, independent of its id: call site and scope
  * @param parents all RDDs that it is computed from, in this stage or behind a shuffle
  */
final case class RddShape(id: Int, role: String, parents: Seq[Int], persisted: Boolean, partitions: Int)
