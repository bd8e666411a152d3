package okibi.spark.sql.stats

/** What is gathered of each partition of a table while it is cached. Sent to the tasks.
  *
  * @param orders         of each column; null for one without
  * @param boundsFromRows whether rows are looked at for bounds, because the format keeps none
  * @param sets           whether columns with few values keep their sets
  * @param groups         groups whose tuples are kept
  * @param form           what sets are made of
  * @param setBytes       what all sets of a partition may take
  * @param textBytes      what a bound may take
  */
final case class CollectPlan(
    orders: Array[KeyOrder],
    boundsFromRows: Boolean,
    sets: Boolean,
    groups: Seq[ColumnGroup],
    form: SetForm,
    setBytes: Int,
    textBytes: Int) {

  def wantsRows: Boolean = boundsFromRows || setBytes >= CollectPlan.leastSetBytes && (sets && orders.exists(_ != null) || groups.nonEmpty)
}

object CollectPlan {

  /** Below, not even a few values fit. */
  private val leastSetBytes = 64

  private val fewestTextBytes = 8
  private val mostTextBytes = 32

  /** A partition's share of the driver's memory: half for bounds, at most, and the rest for sets.
    *
    * @param memory     bytes of the driver's memory for all tables
    * @param partitions of the table
    */
  def apply(
      orders: Array[KeyOrder], boundsFromRows: Boolean, sets: Boolean, groups: Seq[ColumnGroup], form: SetForm, memory: Long, partitions: Int): CollectPlan = {
    val share = math.min(memory / math.max(1, partitions), mostShare)
    val texts = orders.count(_.isInstanceOf[BytesOrder])
    val textBytes = (share / 2 - BoundsPacket.fixedBytes(orders.length)) / math.max(1, 2 * texts)
    val kept = math.max(fewestTextBytes.toLong, math.min(mostTextBytes.toLong, textBytes))
    val bounds = BoundsPacket.fixedBytes(orders.length) + 2 * texts * kept
    CollectPlan(orders, boundsFromRows, sets, groups, form, math.max(0, share - bounds).toInt, kept.toInt)
  }

  /** What a task may send: of a table with few partitions the share would be large. */
  private val mostShare = 256L << 10
}
