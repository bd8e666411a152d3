package okibi.core.reuse

/** A job as the driver announces it, before anything of it runs.
  *
  * @param stages every stage the job's final RDD depends on, those that will be skipped included
  */
final case class JobShape(jobId: Int, stages: Seq[StageShape])

/** A stage of a job.
  *
  * @param name     call site, the same each time the same line of the program runs
  * @param parents  stages whose shuffle output it reads
  * @param tasks    partitions of the stage's RDD that it computes; fewer than all for `take` and `first`
  * @param describe the RDDs its tasks can pass through: the stage's own and all its narrow ancestors. Called at most
  *                 once, and never for most stages of a long lineage, which are skipped
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
  * @param role    what the RDD is to the program whatever its id: call site and scope
  * @param parents every RDD it is made from, in this stage or behind a shuffle
  */
final case class RddShape(id: Int, role: String, parents: Seq[Int], persisted: Boolean, partitions: Int)
