package okibi.spark.shims

import org.apache.spark.sql.columnar.CachedBatchSerializer
import org.apache.spark.sql.execution.SparkPlan

/** A format of cached tables that wraps another one. It forwards the call that Spark 4.1 added: a format decides how a
  * plan gives it columns (SPARK-52492).
  */
trait CachedBatchSerializerShim extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer

  override def convertToColumnarPlanIfPossible(plan: SparkPlan): SparkPlan = inner.convertToColumnarPlanIfPossible(plan)
}
