package okibi.spark.sql.stats

import okibi.core.filter.MembershipBuilder

/** What is gathered of each partition of a table while it is cached. Sent to the tasks.
  *
  * @param orders          of each column; null for one without
  * @param boundsFromRows  whether rows are looked at for bounds, because the format keeps none
  * @param setsFromRows    columns of which rows are looked at for a set of few values
  * @param setsFromBatches columns of which batches are looked at for it
  * @param groups          groups whose tuples are kept
  * @param form            what sets are made of
  * @param setBytes        what the sets of a partition may take, those from rows and those from batches each
  * @param textBytes       what a bound may take
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

  def wantsRows: Boolean =
    boundsFromRows || setsFromRows.nonEmpty || groups.nonEmpty && setBytes >= CollectPlan.leastSetBytes

  /** More different values of a column are not wanted. */
  def setKeys: Int = math.min(MembershipBuilder.exactKeys.toLong, setBytes * 8L / CollectPlan.keyBits).toInt
}

object CollectPlan {

  /** Below, not even a few values fit. */
  private val leastSetBytes = 64

  /** What a value takes in an exact set, at least. */
  private val keyBits = 26

  private val fewestTextBytes = 8
  private val mostTextBytes = 32

  /** A partition's share of the driver's memory: half for bounds, at most, and the rest for sets.
    *
    * @param textsFromBatches whether sets of texts are gathered from batches, because the format keeps each text of a batch once
    * @param sets             whether columns with few values keep their sets
    * @param memory           bytes of the driver's memory for all tables
    * @param partitions       of the table
    */
  def apply(
      orders: Array[SqlKeyOrder],
      boundsFromRows: Boolean,
      textsFromBatches: Boolean,
      sets: Boolean,
      groups: Seq[ColumnGroup],
      form: SetForm,
      memory: Long,
      partitions: Int
  ): CollectPlan = {
    val share = math.min(memory / math.max(1, partitions), mostShare)
    val texts = orders.count(_.isInstanceOf[BytesOrder])
    val textBytes = (share / 2 - BoundsPacket.fixedBytes(orders.length)) / math.max(1, 2 * texts)
    val kept = math.max(fewestTextBytes.toLong, math.min(mostTextBytes.toLong, textBytes))
    val bounds = BoundsPacket.fixedBytes(orders.length) + 2 * texts * kept
    val columns = if (sets) orders.indices.filter(orders(_) != null) else Nil
    val (fromBatches, fromRows) = columns.partition(column => textsFromBatches && orders(column) == SqlKeyOrder.Strings)
    val packets = if (fromBatches.nonEmpty && (fromRows.nonEmpty || groups.nonEmpty)) 2 else 1
    val setBytes = math.max(0, share - bounds).toInt / packets
    def withRoom(columns: Seq[Int]): Seq[Int] = if (setBytes < leastSetBytes) Nil else columns
    CollectPlan(orders, boundsFromRows, withRoom(fromRows), withRoom(fromBatches), groups, form, setBytes, kept.toInt)
  }

  /** What a task may send: of a table with few partitions the share would be large. */
  private val mostShare = 256L << 10
}
