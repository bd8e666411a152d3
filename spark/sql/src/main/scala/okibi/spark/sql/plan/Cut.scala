package okibi.spark.sql.plan

/** How a scan may distribute the partitions of its table to tasks. */
sealed abstract class Cut(private val rank: Int) extends Serializable {

  /** The stricter of two cuts. */
  def min(other: Cut): Cut = if (rank <= other.rank) this else other
}

object Cut {

  /** One task for each partition, in order: a node above the scan may depend on which rows share a task. */
  case object Fixed extends Cut(0)

  /** As `InOrder`, if the plan forgets its RDDs after the run, because its next run may show the partitions. */
  case object Once extends Cut(1)

  /** Any tasks that together read the rows in the order of the partitions. */
  case object InOrder extends Cut(2)

  /** Any tasks in any order. */
  case object Free extends Cut(3)
}
