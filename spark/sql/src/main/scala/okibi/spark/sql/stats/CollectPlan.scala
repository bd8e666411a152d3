package okibi.spark.sql.stats

import okibi.core.filter.MembershipBuilder

/** What to gather of each partition of a table while the table is filled. Sent to the tasks.
  *
  * @param orders          the order of each column; null for a column without one
  * @param boundsFromRows  whether bounds come from rows, because the format keeps none
  * @param setsFromRows    the columns whose sets of values come from rows
  * @param setsFromBatches the columns whose sets of values come from batches
  * @param groups          the groups whose tuples are kept
  * @param form            of sets
  * @param setBytes        the largest size of the sets of a partition that come from rows, and of those that come from
  *                        batches
  * @param textBytes       the largest size of a bound that is a text
  */
final case class CollectPlan(
    orders: Array[SqlKeyOrder],
    boundsFromRows: Boolean,
    setsFromRows: Seq[Int],
    setsFromBatches: Seq[Int],
    groups: Seq[ColumnGroup],
    form: SetForm,
    setBytes: Int,
    textBytes: Int
) {

  /** Whether anything comes from rows. */
  def wantsRows: Boolean =
    boundsFromRows || setsFromRows.nonEmpty || groups.nonEmpty && setBytes >= CollectPlan.leastSetBytes

  /** The largest number of distinct values of a column for which a set is kept. */
  def setKeys: Int = math.min(MembershipBuilder.exactKeys.toLong, setBytes * 8L / CollectPlan.keyBits).toInt
}

object CollectPlan {

  /** A smaller set holds not even a few values. */
  private val leastSetBytes = 64

  /** The least size of a value in an exact set. */
  private val keyBits = 26

  private val minTextBytes = 8
  private val maxTextBytes = 32

  /** Divides a partition's share of the driver's memory: at most half for bounds, the rest for sets.
    *
    * @param textsFromBatches whether sets of strings come from batches, because the format keeps each string of a batch
    *                         once
    * @param sets             whether sets of values are kept of columns with few values
    * @param memoryBytes      the driver's memory for all tables
    * @param partitions       the number of partitions of the table
    */
  def apply(
      orders: Array[SqlKeyOrder],
      boundsFromRows: Boolean,
      textsFromBatches: Boolean,
      sets: Boolean,
      groups: Seq[ColumnGroup],
      form: SetForm,
      memoryBytes: Long,
      partitions: Int
  ): CollectPlan = {
    val shareBytes = math.min(memoryBytes / math.max(1, partitions), maxShareBytes)
    val texts = orders.count(_.isInstanceOf[BytesOrder])
    val textBytes = (shareBytes / 2 - BoundsPacket.fixedBytes(orders.length)) / math.max(1, 2 * texts)
    val kept = math.max(minTextBytes.toLong, math.min(maxTextBytes.toLong, textBytes))
    val boundsBytes = BoundsPacket.fixedBytes(orders.length) + 2 * texts * kept
    val columns = if (sets) orders.indices.filter(orders(_) != null) else Nil
    val (fromBatches, fromRows) = columns.partition(column => textsFromBatches && orders(column) == SqlKeyOrder.Strings)
    val packets = if (fromBatches.nonEmpty && (fromRows.nonEmpty || groups.nonEmpty)) 2 else 1
    val setBytes = math.max(0, shareBytes - boundsBytes).toInt / packets
    def withRoom(columns: Seq[Int]): Seq[Int] = if (setBytes < leastSetBytes) Nil else columns
    CollectPlan(orders, boundsFromRows, withRoom(fromRows), withRoom(fromBatches), groups, form, setBytes, kept.toInt)
  }

  /** The most that a task sends. For a table with few partitions the share would be larger. */
  private val maxShareBytes = 256L << 10
}
