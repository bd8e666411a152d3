package okibi.spark.sql.prune

/** The partitions of a cached table that a query has to read.
  *
  * @param kept      their numbers in the cached RDD, ascending
  * @param total     partitions of the table
  * @param skippedBy name of a rule to the partitions that it skipped; rules that skipped none are absent
  */
final case class PartitionSelection(kept: Array[Int], total: Int, skippedBy: Map[String, Int]) {
  def skipped: Int = total - kept.length
}

object PartitionSelection {
  def everything(total: Int): PartitionSelection = PartitionSelection(Array.range(0, total), total, Map.empty)
}
