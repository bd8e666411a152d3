package okibi.spark.sql.prune

import okibi.spark.sql.stats._

import org.apache.spark.sql.columnar.{CachedBatch, SimpleMetricsCachedBatch}

/** Makes the bounds of a partition from the bounds of its batches. Not thread-safe. */
private[prune] final class BatchMerge(plan: CollectPlan, partition: Int) {
  private val facts = new BatchFacts(plan.orders)
  private val columns = plan.orders.map(ColumnBounds.of)
  private var rows = 0L
  private var complete = true

  def add(batch: CachedBatch): Unit = {
    rows += batch.numRows
    batch match {
      case simple: SimpleMetricsCachedBatch => columns.indices.foreach(merge(facts.at(simple), _))
      case _ => complete = false
    }
  }

  private def merge(facts: BatchFacts, column: Int): Unit = {
    val flags = facts.flags(column)
    val bounds = columns(column)
    if ((flags & ColumnFacts.MayBeNull) != 0) bounds.mayBeNull = true
    if ((flags & ColumnFacts.MayHaveValue) != 0) {
      bounds.mayHaveValue = true
      if ((flags & ColumnFacts.Bounded) == 0) bounds.bounded = false
      else
        bounds match {
          case longs: LongBounds => longs.add(facts.lower(column), facts.upper(column))
          case bytes: BytesBounds => bytes.add(facts.lowerBytes(column), facts.upperBytes(column))
          case _: NoBounds =>
        }
    }
  }

  /** What to send to the driver after the last batch; nothing if a batch has no bounds. */
  def packet(): Option[Array[Byte]] =
    if (complete) Some(BoundsPacket.encode(partition, rows, columns, plan.textBytes)) else None
}
