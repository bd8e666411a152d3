package okibi.spark.sql.prune

import org.apache.spark.sql.columnar.CachedBatchSerializer

/** What a serializer hands on to the one that it wraps, of what not every Spark has: nothing before 4.1. */
private[prune] trait WrappedSerializer extends CachedBatchSerializer {
  protected def inner: CachedBatchSerializer
}
