package okibi.core.block

/** A partition of a cached RDD: the unit that is kept, dropped, read and counted. */
final case class BlockKey(rdd: Int, partition: Int) extends Ordered[BlockKey] {
  override def compare(that: BlockKey): Int = {
    val byRdd = Integer.compare(rdd, that.rdd)
    if (byRdd != 0) byRdd else Integer.compare(partition, that.partition)
  }
  override def toString: String = s"rdd_${rdd}_$partition"
}
