package okibi.spark.sql.plan

import okibi.spark.sql.prune.PartitionSelection

/** How a scan reads its table this time.
  *
  * @param selection what the index keeps
  * @param groups    partitions that each task reads; nothing when every task reads one and every partition has a task
  */
private[plan] final case class PartitionAssignment(selection: PartitionSelection, groups: Option[Array[Array[Int]]]) {
  def tasks: Int = groups.fold(selection.total)(_.length)

  def outcome: ScanSummary = ScanSummary(selection.kept.length, selection.total, selection.skippedBy, tasks)
}

/** What came of it, for plans that are kept after their run.
  *
  * @param read      partitions that were read
  * @param total     partitions of the table
  * @param skippedBy name of a rule to the partitions that it skipped
  */
private[plan] final case class ScanSummary(read: Int, total: Int, skippedBy: Map[String, Int], tasks: Int) {
  def isReshaped: Boolean = tasks != total

  override def toString: String = {
    val by = skippedBy.toSeq.sortBy { case (rule, skipped) => (-skipped, rule) }.map { case (rule, skipped) =>
      s"$skipped by $rule"
    }
    s"PartitionsRead: $read of $total${if (by.isEmpty) "" else by.mkString(" (skipped ", ", ", ")")}, Tasks: $tasks"
  }
}

private[plan] object PartitionAssignment {

  /** @param free whether the number of partitions may differ from the table's
    * @param grouped several small partitions to a task, ascending within it; asked only if `free`
    */
  def of(
      selection: PartitionSelection,
      free: Boolean,
      skip: Boolean,
      grouped: Array[Int] => Option[Array[Array[Int]]]
  ): PartitionAssignment = {
    def single = selection.kept.map(Array(_))
    val groups =
      if (free && skip) grouped(selection.kept).orElse(if (selection.skipped == 0) None else Some(single))
      else if (selection.skipped == 0) if (free) grouped(selection.kept) else None
      else Some(inPlace(selection))
    PartitionAssignment(selection, groups)
  }

  /** A task for each partition, empty for those that are not kept. */
  private def inPlace(selection: PartitionSelection): Array[Array[Int]] = {
    val groups = Array.fill(selection.total)(Array.emptyIntArray)
    selection.kept.foreach(partition => groups(partition) = Array(partition))
    groups
  }
}
