package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BoundsPacket, ColumnGroup}

/** What is known of the rows of one partition or batch, by column; columns are ordinals of the cached table. A cursor,
  * which moves from partition to partition or from batch to batch, so that tests allocate nothing for each of them. For
  * one thread.
  */
private[prune] abstract class ColumnFacts {

  /** A set of the flags of [[ColumnFacts$]]. */
  def flags(column: Int): Int

  /** The bounds of a column with a LongOrder. Only if the column is `Bounded`. */
  def lower(column: Int): Long
  def upper(column: Int): Long

  /** The sign of a bound minus the key, for a column with a BytesOrder. Only if the column is `Bounded`. */
  def compareLower(column: Int, key: Array[Byte]): Int
  def compareUpper(column: Int, key: Array[Byte]): Int

  /** Whether the rows certainly hold no value (for a group: no tuple) with one of the hashes.
    *
    * @param from  index of the first hash
    * @param until index after the last hash
    */
  def excludes(columns: ColumnGroup, hashes: Array[Long], from: Int, until: Int): Boolean
}

private[prune] object ColumnFacts {

  /** The column may be null in some row. */
  final val MayBeNull = BoundsPacket.MayBeNull

  /** The column may have a value in some row. */
  final val MayHaveValue = BoundsPacket.MayHaveValue

  /** All values of the column lie between known bounds. */
  final val Bounded = BoundsPacket.Bounded

  /** Nothing is known of the column. */
  final val Unknown = MayBeNull | MayHaveValue
}
