package okibi.spark.sql.plan

/** How a scan may deal the partitions of its table out to tasks. */
sealed abstract class Cut private (private val rank: Int) {

  /** The stricter of two. */
  def min(other: Cut): Cut = if (rank <= other.rank) this else other
}

object Cut {

  /** One task a partition, at its place: something above may depend on which rows share a task. */
  case object Fixed extends Cut(0)

  /** Any tasks that read the rows in the order of the partitions. */
  case object InOrder extends Cut(1)

  /** Any tasks, in any order. */
  case object Free extends Cut(2)
}
