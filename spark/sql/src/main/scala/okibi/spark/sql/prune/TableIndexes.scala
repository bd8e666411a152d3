package okibi.spark.sql.prune

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** Finds the index of a cached table. The parent of the cached RDD holds the state of the table, so the state goes when
  * the table is unpersisted.
  */
private[sql] object TableIndexes {

  /** The index, if there is one and pruning by it is sound. Builds the cached RDD if necessary, as executing the
    * relation does, so call it only when a scan is about to run.
    */
  def of(relation: InMemoryRelation): Option[TableIndex] =
    summarized(relation.cacheBuilder.cachedColumnBuffers)
      .filter(rdd => rdd.state.isRepeatable(Repeatability.of(relation.cachedPlan, rdd.determinism)))
      .map(rdd => new TableIndex(relation.output, rdd.state, rdd.arrivals))

  /** The approximate size of a table in the cache, in bytes: a partition that was computed twice counts twice. */
  def storedBytes(relation: InMemoryRelation): Long =
    summarized(relation.cacheBuilder.cachedColumnBuffers)
      .fold(relation.computeStats().sizeInBytes.toLong)(_.storedBytes.value)

  private def summarized(cached: RDD[_]): Option[SummarizedRDD] =
    cached.dependencies.map(_.rdd).collectFirst { case rdd: SummarizedRDD => rdd }
}
