package okibi.core.reuse

import scala.collection.mutable

/** A job in the history: while it runs, what it is expected to do; afterwards, what it did.
  *
  * @param needed the stages that should run, ascending
  */
private[reuse] final class JobRecord(needed: Array[StageUse]) {
  private val ran = new mutable.BitSet

  /** The same for jobs that do the same things with RDDs of the same roles. */
  val signature: Long = needed.foldLeft(needed.length.toLong)((hash, use) => StageTraversal.mix(hash, use.hash))

  /** Persisted RDDs that the job touches; the same position means the same role in jobs of one signature. */
  val touched: Array[Int] = needed.flatMap(use => use.reads ++ use.writes)

  /** What the job is expected to run, or has run when it is over. */
  var stages: Array[StageUse] = needed

  /** Whether the job is over. */
  var ended: Boolean = false

  /** Learns from an ended job of the same signature which stages are skipped: their shuffle exists already. A job that
    * did not come to its last stage teaches nothing.
    */
  def learn(earlier: JobRecord): Unit =
    if (earlier.ran.contains(needed.length - 1)) stages = needed.zipWithIndex.collect {
      case (use, place) if earlier.ran.contains(place) => use
    }

  /** A stage was submitted, expected or not, and now turns out to do this. */
  def started(use: StageUse): Unit = {
    val place = needed.indexWhere(_.stage == use.stage)
    if (place >= 0) ran += place
    stages = stages.filter(_.stage != use.stage) :+ use
  }

  /** The job is over: stages that were not submitted were skipped. */
  def end(submitted: Int => Boolean): Unit = {
    stages = stages.filter(use => submitted(use.stage))
    ended = true
  }
}

private[reuse] object JobRecord {

  /** The record of a job that starts now: its stages from the last one towards the first, as far as no cached RDD and
    * no existing shuffle makes them needless, each seeing what the ones before it will have cached.
    */
  def start(job: JobShape, materialised: Int => Boolean, shuffled: Long => Boolean): JobRecord = {
    val walks = new mutable.HashMap[Int, StageTraversal]
    val shapes = new mutable.HashMap[Int, StageShape]
    job.stages.foreach(stage => shapes.put(stage.id, stage))
    def walk(stage: StageShape): StageTraversal = walks.getOrElseUpdate(stage.id, new StageTraversal(stage))

    val needed = new mutable.TreeSet[Int]
    var stack: List[StageShape] = resultStage(job).toList
    while (stack.nonEmpty) {
      val stage = stack.head
      stack = stack.tail
      if (needed.add(stage.id)) {
        val from = walk(stage).use(materialised).shuffles.filterNot(shuffled).map(StageTraversal.shuffledRdd)
        if (from.nonEmpty) stage.parents.foreach { id =>
          shapes
            .get(id)
            .filter(parent => walk(parent).last.exists(rdd => from.contains(rdd.id)))
            .foreach(parent => stack = parent :: stack)
        }
      }
    }

    val written = new mutable.HashSet[Int]
    val uses = needed.toArray.map { id =>
      val use = walk(shapes(id)).use(rdd => materialised(rdd) || written.contains(rdd))
      written ++= use.writes
      use
    }
    new JobRecord(uses)
  }

  /** The stage that is no other's parent; the newest if there are several. */
  private def resultStage(job: JobShape): Option[StageShape] = {
    val parents = new mutable.HashSet[Int]
    job.stages.foreach(_.parents.foreach(parents.add))
    val ends = job.stages.filterNot(stage => parents.contains(stage.id))
    (if (ends.nonEmpty) ends else job.stages).reduceOption((a, b) => if (a.id > b.id) a else b)
  }
}
