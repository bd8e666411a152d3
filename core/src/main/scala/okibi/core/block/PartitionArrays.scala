package okibi.core.block

/** Arrays with one element for each partition number, which grow as partitions appear. */
private[core] object PartitionArrays {

  /** The length of an array that must hold the partition: twice the old length, or more where the partition needs it.
    */
  def grownLength(length: Int, partition: Int): Int =
    math.max(partition + 1, math.min(length.toLong * 2, Int.MaxValue - 8L).toInt)
}
