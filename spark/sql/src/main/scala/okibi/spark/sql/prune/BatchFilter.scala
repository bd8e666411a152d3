package okibi.spark.sql.prune

import okibi.spark.sql.stats.SqlKeyOrder

import org.apache.spark.sql.columnar.{CachedBatch, SimpleMetricsCachedBatch}

/** Passes the batches that may hold a row for which a test is true. Sent to the tasks. */
private[prune] final class BatchFilter(orders: Array[SqlKeyOrder], test: PruneTest)
    extends ((Int, Iterator[CachedBatch]) => Iterator[CachedBatch])
    with Serializable {

  def apply(partition: Int, batches: Iterator[CachedBatch]): Iterator[CachedBatch] = {
    val facts = new BatchFacts(orders)
    batches.filter {
      case batch: SimpleMetricsCachedBatch => OutcomeSet.mayBeTrue(test.outcomes(facts.at(batch)))
      case _ => true
    }
  }
}

private[sql] object BatchFilter {

  /** Passes every batch. */
  val everything: (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] = (_, batches) => batches
}
