package okibi.spark.shims

import org.apache.spark.sql.columnar.CachedBatchSerializer

/** A format of cached tables that wraps another one. Only Spark 4.1 and later have calls to forward. */
trait CachedBatchSerializerShim extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer
}
