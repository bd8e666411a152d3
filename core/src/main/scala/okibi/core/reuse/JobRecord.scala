package okibi.core.reuse

import scala.collection.mutable

/** A job in the history: its expected stages while it runs, and its real stages after its end.
  *
  * @param needed the stages that should run, in ascending order
  */
private[reuse] final class JobRecord(needed: Array[StageUse]) {
  private val ran = new mutable.BitSet

  /** Equal for jobs that do the same with RDDs of the same roles. */
  val signature: Long = needed.foldLeft(needed.length.toLong)((hash, use) => StageTraversal.mix(hash, use.hash))

  /** The persisted RDDs that the job uses. The same position means the same role in jobs of one signature. */
  val touched: Array[Int] = needed.flatMap(use => use.reads ++ use.writes)

  /** The stages that the job is expected to run or, after its end, has run. */
  var stages: Array[StageUse] = needed

  var ended: Boolean = false

  /** Learns from an ended job of the same signature which stages are skipped because their shuffle exists already.
    * Learns nothing from a job that did not reach its last stage.
    */
  def learn(earlier: JobRecord): Unit =
    if (earlier.ran.contains(needed.length - 1)) stages = needed.zipWithIndex.collect {
      case (use, place) if earlier.ran.contains(place) => use
    }

  /** Notes that a stage was submitted, expected or not.
    *
    * @param use the stage's use of RDDs as of its submission
    */
  def started(use: StageUse): Unit = {
    val place = needed.indexWhere(_.stage == use.stage)
    if (place >= 0) ran += place
    stages = stages.filter(_.stage != use.stage) :+ use
  }

  /** Notes the end of the job: stages that were not submitted were skipped. */
  def end(submitted: Int => Boolean): Unit = {
    stages = stages.filter(use => submitted(use.stage))
    ended = true
  }
}

private[reuse] object JobRecord {

  /** The record of a job that starts now. Its stages are traversed from the last towards the first, and end at cached
    * RDDs and existing shuffles. Each stage takes the RDDs that earlier stages will have cached as cached.
    */
  def start(job: JobShape, materialised: Int => Boolean, shuffled: Long => Boolean): JobRecord = {
    val traversals = new mutable.HashMap[Int, StageTraversal]
    val shapes = new mutable.HashMap[Int, StageShape]
    job.stages.foreach(stage => shapes.put(stage.id, stage))
    def traversal(stage: StageShape): StageTraversal =
      traversals.getOrElseUpdate(stage.id, new StageTraversal(stage))

    val needed = new mutable.TreeSet[Int]
    var stack: List[StageShape] = resultStage(job).toList
    while (stack.nonEmpty) {
      val stage = stack.head
      stack = stack.tail
      if (needed.add(stage.id)) {
        val missing = traversal(stage).use(materialised).shuffles.filterNot(shuffled).map(StageTraversal.shuffledRdd)
        if (missing.nonEmpty) stage.parents.foreach { id =>
          shapes
            .get(id)
            .filter(parent => traversal(parent).last.exists(rdd => missing.contains(rdd.id)))
            .foreach(parent => stack = parent :: stack)
        }
      }
    }

    val written = new mutable.HashSet[Int]
    val uses = needed.toArray.map { id =>
      val use = traversal(shapes(id)).use(rdd => materialised(rdd) || written.contains(rdd))
      written ++= use.writes
      use
    }
    new JobRecord(uses)
  }

  /** The stage that is not a parent of another; the newest if there are several. */
  private def resultStage(job: JobShape): Option[StageShape] = {
    val parents = new mutable.HashSet[Int]
    job.stages.foreach(_.parents.foreach(parents.add))
    val ends = job.stages.filterNot(stage => parents.contains(stage.id))
    (if (ends.nonEmpty) ends else job.stages).reduceOption((a, b) => if (a.id > b.id) a else b)
  }
}
