package okibi.spark.sql.stats

import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch

/** A batch whose bounds of floating-point columns count NaN as the largest value, as SQL does. Spark's own leave it out. */
trait SqlOrderedBounds { this: SimpleMetricsCachedBatch => }
