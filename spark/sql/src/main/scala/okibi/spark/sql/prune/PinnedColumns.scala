package okibi.spark.sql.prune

import okibi.spark.sql.predicate._
import okibi.spark.sql.stats.{ColumnGroup, KeyHash, SqlKeyOrder}

import org.apache.spark.sql.catalyst.expressions.ExprId

/** Columns that a conjunction pins to one or a few constants. */
private[prune] object PinnedColumns {

  /** The largest number of constants of a column, and of tuples of a group. */
  private val maxTuples = 256

  /** For each column the hashes of the constants that it may equal. Nulls satisfy no equality and are left out. Of
    * several parts that pin one column the last counts.
    */
  def of(parts: Seq[ParsedPredicate], ordinals: Map[ExprId, Int]): Map[Int, Array[Long]] = {
    def pin(compared: ComparedColumn)(hashes: SqlKeyOrder => Array[Long]): Option[(Int, Array[Long])] =
      for {
        ordinal <- ordinals.get(compared.column.exprId)
        if compared.cast.isEmpty
        order <- SqlKeyOrder.of(compared.dataType)
      } yield ordinal -> hashes(order)

    def hashed(values: Seq[Any])(order: SqlKeyOrder): Array[Long] =
      values.filter(_ != null).map(order.hash).distinct.toArray

    parts.flatMap {
      case ComparisonPredicate(compared, ComparisonOperator.Equal | ComparisonOperator.NullSafeEqual, value) =>
        pin(compared)(hashed(Seq(value)))
      case InPredicate(compared, values) if values.length <= maxTuples => pin(compared)(hashed(values))
      case InKeysPredicate(compared, keys, _) if keys.length <= maxTuples =>
        pin(compared)(_ => keys.map(KeyHash.ofLong))
      case _ => None
    }.toMap
  }

  /** Hashes of all tuples that the columns of a group may have; nothing if there are more than 256. */
  def tuples(group: ColumnGroup, pinned: Map[Int, Array[Long]]): Option[Array[Long]] = {
    val columns = group.ordinals.map(pinned)
    if (columns.map(_.length.toLong).product > maxTuples) None
    else
      Some(
        columns.tail.foldLeft(columns.head)((tuples, column) =>
          tuples.flatMap(tuple => column.map(KeyHash.combine(tuple, _)))
        )
      )
  }
}
