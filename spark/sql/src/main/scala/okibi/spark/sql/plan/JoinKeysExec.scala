package okibi.spark.sql.plan

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, AttributeReference, Expression}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.execution.{BaseSubqueryExec, SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.joins.HashedKeys

/** Takes the keys of a join's broadcast side on the driver, from the broadcast that the join makes in any case.
  *
  * @param name      for users
  * @param buildKeys the keys of the broadcast side
  * @param mostKeys  the largest number of distinct keys to keep; of more keys only the smallest and the largest are
  *                  kept
  * @param child     the broadcast
  */
final case class JoinKeysExec(name: String, buildKeys: Seq[Expression], mostKeys: Int, child: SparkPlan)
    extends BaseSubqueryExec
    with UnaryExecNode {

  override def output: Seq[Attribute] =
    buildKeys.zipWithIndex.map { case (key, at) => AttributeReference(s"key_$at", key.dataType, key.nullable)() }

  /** Waits for the broadcast. */
  @transient lazy val keys: JoinKeys = {
    val (rows, single) = HashedKeys.of(child, buildKeys)
    JoinKeys.collect(rows, single, mostKeys)
  }

  override def doCanonicalize(): SparkPlan =
    JoinKeysExec("keys", buildKeys.map(QueryPlan.normalizeExpressions(_, child.output)), mostKeys, child.canonicalized)

  override protected def doExecute(): RDD[InternalRow] =
    throw new UnsupportedOperationException(
      "Okibi: join keys have no rows, only a scan reads them. This is a bug of Okibi, please report it."
    )

  override protected def withNewChildInternal(newChild: SparkPlan): JoinKeysExec = copy(child = newChild)
}
