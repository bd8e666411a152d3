package okibi.explain.event

/** A stage as an event describes it.
  *
  * @param name        the call that needed it and the call's place, as Spark names stages
  * @param submittedMs when its first task could run; none when it never was submitted
  * @param completedMs when its last task had ended; none when it did not complete
  * @param failure     the reason, where it failed
  * @param sortMs      time that sorts of queries took in its tasks, summed over tasks
  */
final case class Stage(
    id: Int,
    attempt: Int,
    name: String,
    tasks: Int,
    rdds: Seq[Rdd],
    submittedMs: Option[Long],
    completedMs: Option[Long],
    failure: Option[String],
    sortMs: Long = 0
) {

  /** Whether the log shows that its tasks sort, whatever call the stage is named after. */
  def sorts: Boolean = sortMs > 0 || rdds.exists(_.sorts)
}

object Stage {

  /** Spark's name of the metric that each sort of a query has. */
  val sortTimeMetric = "sort time"
}

/** An RDD of a stage.
  *
  * @param level that it is persisted with; none when it is not persisted
  * @param sorts whether computing it sorts
  */
final case class Rdd(
    id: Int,
    name: String,
    parents: Seq[Int],
    partitions: Int,
    level: Option[PersistenceLevel],
    sorts: Boolean = false
)

object Rdd {

  /** Whether an RDD with this name, created by this call (`sortByKey at A.scala:3`), sorts. Only the RDD that reads the
    * shuffle sorts; others that the same call creates do not.
    */
  def sorts(name: String, call: String): Boolean = name == "ShuffledRDD" && sortingCalls.exists(call.startsWith)

  private val sortingCalls = Seq("sort", "repartitionAndSort")
}
