package okibi.spark.sql.prune

import okibi.spark.sql.stats.{ColumnGroup, Hash, KeyOrder}

import org.apache.spark.sql.catalyst.expressions._

/** Columns that a conjunction pins to one or a few constants. */
private[prune] object Equalities {

  /** More tuples than that are not asked for. */
  private val maxTuples = 256

  /** For each column the hashes of the constants that it may equal; nulls satisfy no equality and are left out. */
  def of(conjuncts: Seq[Expression], ordinals: Map[ExprId, Int]): Map[Int, Array[Long]] = {
    def pin(column: Expression, constants: Seq[(Any, Any)]): Option[(Int, Array[Long])] = column match {
      case attribute: Attribute =>
        for {
          ordinal <- ordinals.get(attribute.exprId)
          order <- KeyOrder.of(attribute.dataType)
          if constants.forall(_._2 == attribute.dataType) && constants.length <= maxTuples
        } yield ordinal -> constants.collect { case (value, _) if value != null => order.hash(value) }.distinct.toArray
      case _ => None
    }

    conjuncts.flatMap {
      case EqualTo(column, Literal(value, dataType)) => pin(column, Seq(value -> dataType))
      case EqualTo(Literal(value, dataType), column) => pin(column, Seq(value -> dataType))
      case EqualNullSafe(column, Literal(value, dataType)) if value != null => pin(column, Seq(value -> dataType))
      case EqualNullSafe(Literal(value, dataType), column) if value != null => pin(column, Seq(value -> dataType))
      case In(column, list) if list.forall(_.isInstanceOf[Literal]) =>
        pin(column, list.map { case literal: Literal => literal.value -> literal.dataType })
      case InSet(column, set) if set.size <= maxTuples => pin(column, set.toSeq.map(_ -> column.dataType))
      case in: InKeys if in.keys.length <= maxTuples => pin(in.child, in.values.map(_ -> in.child.dataType))
      case _ => None
    }.toMap
  }

  /** Hashes of all tuples that the columns of a group may have; nothing if there are too many. */
  def tuples(group: ColumnGroup, pinned: Map[Int, Array[Long]]): Option[Array[Long]] = {
    val columns = group.ordinals.map(pinned)
    if (columns.map(_.length.toLong).product > maxTuples) None
    else
      Some(
        columns.tail.foldLeft(columns.head)((tuples, column) =>
          tuples.flatMap(tuple => column.map(Hash.combine(tuple, _)))
        )
      )
  }
}
