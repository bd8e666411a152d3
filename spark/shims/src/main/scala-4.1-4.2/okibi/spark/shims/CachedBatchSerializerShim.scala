package okibi.spark.shims

import org.apache.spark.sql.columnar.CachedBatchSerializer
import org.apache.spark.sql.execution.SparkPlan

/** A format of cached tables that wraps another one. It forwards the calls that only later lines of Spark have: since SPARK-52492
  * (Spark 4.1) a format decides how a plan gives it columns.
  */
trait CachedBatchSerializerShim extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer

  override def convertToColumnarPlanIfPossible(plan: SparkPlan): SparkPlan = inner.convertToColumnarPlanIfPossible(plan)
}
