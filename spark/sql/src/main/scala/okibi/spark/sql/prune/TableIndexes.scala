package okibi.spark.sql.prune

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Finds the index of a cached table: its state hangs on the parent of the cached RDD and goes with it, when the table is
  * unpersisted.
  */
object TableIndexes {

  /** The index, if there is one that may be used. Builds the cached RDD if need be, as executing the relation does: for
    * use when a scan is about to run.
    */
  def of(relation: InMemoryRelation): Option[TableIndex] =
    summarized(relation.cacheBuilder.cachedColumnBuffers)
      .filter(rdd => rdd.state.isRepeatable(Repeatability.of(relation.cachedPlan, rdd.determinism)))
      .map(rdd => new TableIndex(relation.output, rdd.state, rdd.arrivals))

  /** The same for plans that may never run (EXPLAIN): nothing unless every partition has been cached. */
  def ofLoaded(relation: InMemoryRelation): Option[TableIndex] =
    if (relation.cacheBuilder.isCachedColumnBuffersLoaded) of(relation) else None

  /** Bytes of a cached table as it is kept, about: a partition that was computed twice counts twice. */
  def storedBytes(relation: InMemoryRelation): Long =
    summarized(relation.cacheBuilder.cachedColumnBuffers)
      .fold(relation.computeStats().sizeInBytes.toLong)(_.storedBytes.value)

  private def summarized(cached: RDD[_]): Option[SummarizedRDD] =
    cached.dependencies.map(_.rdd).collectFirst { case rdd: SummarizedRDD => rdd }
}
