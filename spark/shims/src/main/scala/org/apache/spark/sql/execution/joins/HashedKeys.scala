package org.apache.spark.sql.execution.joins

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{BoundReference, Expression}
import org.apache.spark.sql.execution.SparkPlan

/** The join keys in the broadcast side of a join. The class of that side is private to Spark. */
object HashedKeys {

  /** Waits for the broadcast.
    *
    * @return the keys, without nulls and perhaps with duplicates, and for each of `buildKeys` the expression that
    *         extracts it from a key
    */
  def of(broadcast: SparkPlan, buildKeys: Seq[Expression]): (Iterator[InternalRow], Seq[Expression]) = {
    // A relation holds state for reading its keys, and the tasks of the join may be reading already.
    val relation = broadcast.executeBroadcast[HashedRelation]().value.asReadOnlyCopy()
    val single = relation match {
      case _: LongHashedRelation => buildKeys.indices.map(HashJoin.extractKeyExprAt(buildKeys, _))
      case _ => buildKeys.zipWithIndex.map { case (key, i) => BoundReference(i, key.dataType, key.nullable) }
    }
    (relation.keys(), single)
  }
}
