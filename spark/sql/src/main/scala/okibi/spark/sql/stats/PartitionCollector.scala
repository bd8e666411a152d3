package okibi.spark.sql.stats

import org.apache.spark.sql.catalyst.InternalRow

/** Gathers bounds and sets of one partition from its rows, in the pass that caches them. Not thread-safe. */
final class PartitionCollector(plan: CollectPlan, partition: Int) {
  private var rows = 0L
  private val bounds: Array[ColumnBounds] = if (plan.boundsFromRows) plan.orders.map(ColumnBounds.of) else Array.empty

  /** The first `live` collectors have not given up. */
  private val collectors: Array[RowSetCollector] =
    (plan.groups.map(collector(_, Int.MaxValue)) ++ plan.setsFromRows.map(column =>
      collector(ColumnGroup.of(column), plan.setKeys)
    )).toArray
  private var live = collectors.length

  private def collector(group: ColumnGroup, maxKeys: Int): RowSetCollector =
    RowSetCollector(
      group,
      plan.form,
      group.ordinals.map(plan.orders).toArray,
      group.ordinals.toArray,
      maxKeys,
      plan.setBytes
    )

  def add(row: InternalRow): Unit = {
    rows += 1
    var i = 0
    while (i < bounds.length) {
      if (row.isNullAt(i)) bounds(i).mayBeNull = true else bounds(i).add(row, i)
      i += 1
    }
    i = 0
    while (i < live) {
      if (collectors(i).add(row)) i += 1
      else {
        live -= 1
        collectors(i) = collectors(live)
        collectors(live) = null
      }
    }
  }

  /** What to send to the driver after the last row. */
  def packets(): Seq[Array[Byte]] = {
    val ofBounds = if (plan.boundsFromRows) Seq(BoundsPacket.encode(partition, rows, bounds, plan.textBytes)) else Nil
    ofBounds ++ SetsPacket.of(plan, partition, rows, collectors.take(live).toSeq)
  }
}
