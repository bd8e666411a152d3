package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BoundsPacket, ColumnGroup}

/** What is known of the rows of one partition or one batch, column by column (numbers are ordinals of the cached table).
  * A cursor: it is moved from one to the next, so tests allocate nothing for each. Belongs to one thread.
  */
private[prune] abstract class ColumnFacts {

  /** A set of the flags in [[ColumnFacts]]. */
  def flags(column: Int): Int

  /** Bounds of a column with a LongOrder, where the flags say that there are bounds. */
  def lower(column: Int): Long
  def upper(column: Int): Long

  /** Sign of the bound less the key, for a column with a BytesOrder. */
  def compareLower(column: Int, key: Array[Byte]): Int
  def compareUpper(column: Int, key: Array[Byte]): Int

  /** Whether none of the hashes from one index until another is one of a value (or of a tuple, for a group) in these rows,
    * for certain.
    */
  def excludes(columns: ColumnGroup, hashes: Array[Long], from: Int, until: Int): Boolean
}

private[prune] object ColumnFacts {

  /** Some row may be null in the column. */
  final val MayBeNull = BoundsPacket.MayBeNull

  /** Some row may have a value in the column. */
  final val MayHaveValue = BoundsPacket.MayHaveValue

  /** All values of the column lie between bounds that are known. */
  final val Bounded = BoundsPacket.Bounded

  final val Unknown = MayBeNull | MayHaveValue
}
