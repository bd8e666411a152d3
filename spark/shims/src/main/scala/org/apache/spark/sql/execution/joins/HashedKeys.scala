package org.apache.spark.sql.execution.joins

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression}
import org.apache.spark.sql.execution.SparkPlan

/** The join keys in a broadcast side of a join, whose class is Spark's own. */
object HashedKeys {

  /** Waits for the broadcast.
    *
    * @return the keys, some maybe more than once and without nulls, and the expressions that take each of `buildKeys` out of one
    */
  def of(broadcast: SparkPlan, buildKeys: Seq[Expression]): (Iterator[InternalRow], Seq[Expression]) = {
    // Keys are read through state that a relation holds, and the join's tasks may be reading already.
    val relation = broadcast.executeBroadcast[HashedRelation]().value.asReadOnlyCopy()
    val single = relation match {
      case _: LongHashedRelation => buildKeys.indices.map(HashJoin.extractKeyExprAt(buildKeys, _))
      case _ => buildKeys.zipWithIndex.map { case (key, i) => BoundReference(i, key.dataType, key.nullable) }
    }
    (relation.keys(), single)
  }
}
