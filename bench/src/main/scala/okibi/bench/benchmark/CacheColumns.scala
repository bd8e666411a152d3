package okibi.bench.benchmark

import okibi.bench.runner.{Column, ResultRow}
import okibi.core.metric.{CacheMetrics, Metric}

/** Columns of the tables about caching. The counters of stock Spark come from its counted run. */
object CacheColumns {
  val ratio: Column = Column(
    "ratio",
    { (row, rows) =>
      val ratio =
        for (seconds <- row.median; stock <- rows.find(_.variant.name == StandardVariants.stock).flatMap(_.median))
          yield seconds / stock
      ratio.map(r => f"$r%.2f").getOrElse("-")
    }
  )

  val gc: Column = Column.metric("GC s", "gcMs")(ms => f"${ms / 1000}%.1f")

  val processor: Column = Column.metric("processor s", "cpuSeconds")(s => f"$s%.0f")

  val all: Seq[Column] = Seq(
    ratio,
    counter("memory hits", CacheMetrics.memoryHits, 1),
    counter("disk hits", CacheMetrics.diskHits, 1),
    counter("recomputed", CacheMetrics.recomputed, 1),
    counter("dropped", CacheMetrics.dropped, 1),
    counter("dropped MB", CacheMetrics.droppedBytes, 1e6),
    counter("refused", CacheMetrics.refused, 1),
    counter("ser s", CacheMetrics.serializeNs, 1e9),
    counter("deser s", CacheMetrics.deserializeNs, 1e9),
    gc
  )

  /** How useful drops were: partitions that came back from disk, and drops of partitions that had been on disk all the
    * time.
    */
  val movedBack: Seq[Column] =
    Seq(counter("moved back", CacheMetrics.readmitted, 1), counter("dropped again", CacheMetrics.droppedClean, 1))

  private def counter(title: String, metric: Metric, per: Double): Column = Column(
    title,
    { (row, rows) =>
      val counted =
        if (row.variant.name == StandardVariants.stock)
          rows.find(_.variant.name == StandardVariants.counted).getOrElse(row)
        else row
      counted.metrics
        .get(metric.name)
        .map(value => if (per == 1e9) f"${value / per}%.1f" else f"${value / per}%.0f")
        .getOrElse("-")
    }
  )
}
