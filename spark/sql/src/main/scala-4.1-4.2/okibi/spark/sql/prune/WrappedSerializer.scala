package okibi.spark.sql.prune

import org.apache.spark.sql.columnar.CachedBatchSerializer
import org.apache.spark.sql.execution.SparkPlan

/** What a serializer hands on to the one that it wraps, of what not every Spark has. */
private[prune] trait WrappedSerializer extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer

  override def convertToColumnarPlanIfPossible(plan: SparkPlan): SparkPlan = inner.convertToColumnarPlanIfPossible(plan)
}
