package okibi.spark.sql.plan

import okibi.spark.sql.prune.PartitionSelection

/** Which partitions the tasks of a scan read in one run.
  *
  * @param selection the partitions that the index keeps
  * @param groups    the partitions that each task reads; nothing if each partition has a task of its own
  */
private[plan] final case class PartitionAssignment(selection: PartitionSelection, groups: Option[Array[Array[Int]]]) {
  def tasks: Int = groups.fold(selection.total)(_.length)

  def summary: ScanSummary = ScanSummary(selection.kept.length, selection.total, selection.skippedBy, tasks)
}

/** What a run of a scan read. Plans keep it after the run.
  *
  * @param read      the number of partitions that were read
  * @param total     the number of partitions of the table
  * @param skippedBy for the name of each rule that skipped partitions, their number
  * @param tasks     the number of tasks
  */
private[plan] final case class ScanSummary(read: Int, total: Int, skippedBy: Map[String, Int], tasks: Int) {
  override def toString: String =
    s"PartitionsRead: ${PartitionSelection.text(read, total, skippedBy)}, Tasks: $tasks"
}

private[plan] object PartitionAssignment {

  /** @param free    whether the number of tasks may differ from the number of partitions of the table
    * @param skip    whether partitions that are not kept may go without a task
    * @param grouped groups of small partitions that share a task, each ascending, if any; called only if `free`
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

  /** A task for each partition. The tasks of partitions that are not kept are empty. */
  private def inPlace(selection: PartitionSelection): Array[Array[Int]] = {
    val groups = Array.fill(selection.total)(Array.emptyIntArray)
    selection.kept.foreach(partition => groups(partition) = Array(partition))
    groups
  }
}
