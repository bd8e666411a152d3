package okibi.core.block

/** The key of a partition of a cached RDD: the unit that is stored, dropped, read and counted. Ordered by RDD, then by
  * partition.
  */
final case class BlockKey(rdd: Int, partition: Int) extends Ordered[BlockKey] {
  override def compare(that: BlockKey): Int = {
    val byRdd = Integer.compare(rdd, that.rdd)
    if (byRdd != 0) byRdd else Integer.compare(partition, that.partition)
  }
  override def toString: String = s"rdd_${rdd}_$partition"
}
