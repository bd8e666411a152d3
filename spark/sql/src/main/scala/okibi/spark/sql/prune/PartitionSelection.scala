package okibi.spark.sql.prune

/** The partitions of a cached table that a query must read.
  *
  * @param kept      their numbers in the cached RDD, ascending
  * @param total     the number of partitions of the table
  * @param skippedBy for the name of each rule that skipped partitions, their number
  */
private[sql] final case class PartitionSelection(kept: Array[Int], total: Int, skippedBy: Map[String, Int]) {
  def skipped: Int = total - kept.length

  override def toString: String = PartitionSelection.text(kept.length, total, skippedBy)
}

private[sql] object PartitionSelection {

  /** As plans show it. */
  def text(kept: Int, total: Int, skippedBy: Map[String, Int]): String = {
    val by = skippedBy.toSeq.sortBy { case (rule, skipped) => (-skipped, rule) }.map { case (rule, skipped) =>
      s"$skipped by $rule"
    }
    s"$kept of $total${if (by.isEmpty) "" else by.mkString(" (skipped ", ", ", ")")}"
  }

  def everything(total: Int): PartitionSelection = PartitionSelection(Array.range(0, total), total, Map.empty)
}
