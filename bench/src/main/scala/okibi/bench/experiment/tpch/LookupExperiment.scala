package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CacheColumns, CachedQueries, StandardVariants}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow}

/** `where key = ?` and `where key in (100 values)` on a cached table that is clustered by the key. The headline is the
  * worse of the two ratios.
  */
object LookupExperiment {

  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    val size = scale.lookup
    def work(rows: Long, partitions: Int) =
      ujson.Obj(
        "rows" -> rows.toDouble,
        "partitions" -> partitions,
        "passes" -> size.passes,
        "seed" -> options.seed.toDouble
      )
    Experiment(
      name = "lookup",
      about =
        s"lookups in a cached table of ${size.rows} rows in ${size.partitions} partitions by key, ${size.passes} " +
          "passes of " +
          s"${LookupJob.perPass("equal")} times 'key = ?' and ${LookupJob.perPass("in")} times 'key in (100 " +
          "values)', filling " +
          s"timed apart, ${scale.queries.storageBytes >> 20} MB of storage memory",
      variants = StandardVariants.timed(
        LookupJob.mainClass,
        work(size.rows, size.partitions),
        scale.queries.heap,
        conf = CachedQueries.sparkConf :+ scale.queries.pressure
      ),
      runs = options.runs.getOrElse(scale.rounds),
      jvmUse = JvmUse.Warm(warmUps = 3, lighter = _ => work(size.rows / 4, size.partitions / 4)),
      report = ExperimentReport(
        columns = (LookupJob.kinds :+ "fill").map(phase =>
          Column(s"$phase s", (row, _) => seconds(row, phase).map(s => f"$s%.2f").getOrElse("-"))
        ) :+ CacheColumns.gc,
        headlines = headlines,
        says = says
      )
    )
  }

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val ratios = for {
      kind <- LookupJob.kinds
      okibi <- rows.find(_.variant.name == StandardVariants.okibi).flatMap(seconds(_, kind))
      stock <- rows.find(_.variant.name == StandardVariants.stock).flatMap(seconds(_, kind))
    } yield okibi / stock
    if (ratios.isEmpty) Nil else Seq(Headline("lookup.ratio", ratios.max, "x"))
  }

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      okibi <- rows.find(_.variant.name == StandardVariants.okibi)
      stock <- rows.find(_.variant.name == StandardVariants.stock)
      lookupMs = LookupJob.kinds.flatMap(kind =>
        for (a <- seconds(okibi, kind); b <- seconds(stock, kind))
          yield (kind, 1000 * a / LookupJob.perPass(kind), 1000 * b / LookupJob.perPass(kind))
      )
      if lookupMs.nonEmpty
    } yield lookupMs
      .map { case (kind, okibiMs, stockMs) =>
        f"'$kind%s' takes $okibiMs%.0f ms with Okibi and $stockMs%.0f ms with stock Spark"
      }
      .mkString("A lookup by ", ", by ", ".")

  private def seconds(row: ResultRow, phase: String): Option[Double] =
    if (row.failure.isEmpty) row.metrics.get(s"${phase}Seconds") else None
}
