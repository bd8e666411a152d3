package okibi.spark.sql.plan

/** How a scan may deal the partitions of its table out to tasks. */
sealed abstract class Cut(private val rank: Int) extends Serializable {

  /** The stricter of two. */
  def min(other: Cut): Cut = if (rank <= other.rank) this else other
}

object Cut {

  /** One task a partition, at its place: something above may depend on which rows share a task. */
  case object Fixed extends Cut(0)

  /** Any tasks that read the rows in the order of the partitions, if the plan forgets them: it may be run for more than its rows next. */
  case object Once extends Cut(1)

  /** Any tasks that read the rows in the order of the partitions. */
  case object InOrder extends Cut(2)

  /** Any tasks, in any order. */
  case object Free extends Cut(3)
}
