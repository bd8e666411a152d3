package okibi.spark.sql.stats

import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch

/** Marks batches whose bounds of floating-point columns count NaN as the largest value, as SQL does. Bounds of Spark's
  * own batches leave NaN out.
  */
trait SqlOrderedBounds { this: SimpleMetricsCachedBatch => }
