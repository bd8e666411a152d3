package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CacheColumns, CachedQueries, Sides}
import okibi.bench.runner.{Column, Experiment, Headline, Row}

/** `where key = ?` and `where key in (100 values)` on a cached table that is clustered by the key. The headline is the worse
  * of the two.
  */
object LookupExperiment {
  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    def work(rows: Long, partitions: Int) =
      ujson.Obj(
        "rows" -> rows.toDouble,
        "partitions" -> partitions,
        "passes" -> scale.lookupPasses,
        "seed" -> options.seed.toDouble
      )
    Experiment(
      name = "lookup",
      about =
        s"keys of a cached table of ${scale.lookupRows} rows in ${scale.lookupSlices} partitions by key, ${scale.lookupPasses} passes of " +
          s"${LookupJob.perPass("equal")} times 'key = ?' and ${LookupJob.perPass("in")} times 'key in (100 values)', filling apart, ${TpchBenchmark.storageBytes(scale) >> 20} MB of storage memory",
      variants = Sides.timed(
        LookupJob.mainClass,
        work(scale.lookupRows, scale.lookupSlices),
        scale.heap,
        conf = CachedQueries.sparkConf :+ scale.pressure
      ),
      runs = options.runs.getOrElse(scale.rounds),
      columns = LookupJob.kinds.map(kind =>
        Column(s"$kind s", (row, _) => seconds(row, kind).map(s => f"$s%.2f").getOrElse("-"))
      ) ++
        Seq(Column("fill s", (row, _) => seconds(row, "fill").map(s => f"$s%.2f").getOrElse("-")), CacheColumns.gc),
      headlines = { rows =>
        val ratios = for {
          kind <- LookupJob.kinds
          own <- rows.find(_.variant.name == Sides.okibi).flatMap(seconds(_, kind))
          stock <- rows.find(_.variant.name == Sides.stock).flatMap(seconds(_, kind))
        } yield own / stock
        if (ratios.isEmpty) Nil else Seq(Headline("lookup.ratio", ratios.max, "x"))
      },
      warmUps = 3,
      lighter = _ => work(scale.lookupRows / 4, scale.lookupSlices / 4),
      says = rows =>
        for {
          own <- rows.find(_.variant.name == Sides.okibi)
          stock <- rows.find(_.variant.name == Sides.stock)
          ms = LookupJob.kinds.flatMap(kind =>
            for (a <- seconds(own, kind); b <- seconds(stock, kind))
              yield (kind, 1000 * a / LookupJob.perPass(kind), 1000 * b / LookupJob.perPass(kind))
          )
          if ms.nonEmpty
        } yield ms
          .map { case (kind, a, b) => f"'$kind%s' takes $a%.0f ms with Okibi and $b%.0f ms with stock Spark" }
          .mkString("A lookup by ", ", by ", ".")
    )
  }

  private def seconds(row: Row, phase: String): Option[Double] =
    if (row.failed.isEmpty) row.metrics.get(s"${phase}Seconds") else None
}
