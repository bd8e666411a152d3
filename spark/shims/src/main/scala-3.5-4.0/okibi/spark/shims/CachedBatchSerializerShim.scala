package okibi.spark.shims

import org.apache.spark.sql.columnar.CachedBatchSerializer

/** A format of cached tables that wraps another one. It forwards the calls that only later lines of Spark have: none before Spark 4.1. */
trait CachedBatchSerializerShim extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer
}
