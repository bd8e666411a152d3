package okibi.bench.experiment.arrow

import java.nio.file.Path

import okibi.bench.benchmark.{BenchOptions, CachedQueries, QueryTimes, StandardVariants}
import okibi.bench.query.tpcds.{Tpcds, TpcdsJob}
import okibi.bench.query.SuiteQuery
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, ResultRow, Stats, Variant}
import okibi.bench.workload.SparkJob

/** Queries of TPC-DS on cached tables by Comet's native operators. */
private[arrow] object NativeQueries {

  /** In one limit of memory, against stock, Okibi and Comet with its own cache. */
  val limitedPart = "comet"

  /** Without a limit, against Comet with its own cache. */
  val amplePart = "ample"

  def limited(options: BenchOptions, scale: ArrowScale, queries: Seq[SuiteQuery], comet: Path): Experiment = {
    val (about, base) = work(options, scale, queries, scale.heap)
    val native = new CometVariants(comet, scale.split, base)
    Experiment(
      name = limitedPart,
      about = s"$about, ${scale.limitMb} MB for all of a JVM and the page cache: heap ${scale.heap}, or " +
        s"${scale.split.heap} and ${scale.split.offHeap} outside the heap",
      variants = StandardVariants.timed(base.job, base.args, scale.heap, conf = base.conf) ++
        Seq(native.alone, native.withOkibi),
      runs = options.runs.getOrElse(1),
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = headlines,
        details = rows => Seq(perQuery(rows)),
        charts = CachedQueries.charts,
        says = says
      )
    )
  }

  def ample(options: BenchOptions, scale: ArrowScale, queries: Seq[SuiteQuery], comet: Path): Experiment = {
    val (about, base) = work(options, scale, queries, scale.ample.heap)
    val native = new CometVariants(comet, scale.ample, base)
    Experiment(
      name = amplePart,
      about = s"$about, no limit of memory: heap ${scale.ample.heap} and ${scale.ample.offHeap} outside the heap",
      variants = Seq(native.alone, native.withOkibi),
      runs = options.runs.getOrElse(1),
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = { rows =>
          val shares = CachedQueries.ratios(rows, CometVariants.both, CometVariants.alone).values.toSeq
          if (shares.isEmpty) Nil else Seq(Headline("arrow.comet.ample", Stats.geometricMean(shares), "x"))
        },
        details = rows => Seq(perQuery(rows)),
        charts = CachedQueries.charts
      )
    )
  }

  /** What all variants do, and the variant that the others are made of. */
  private def work(
      options: BenchOptions,
      scale: ArrowScale,
      queries: Seq[SuiteQuery],
      heap: String
  ): (String, Variant) = {
    val args = CachedQueries.work(Tpcds, queries, options, scale.scaleFactor, scale.passes)
    val conf = CachedQueries.sparkConf :+ (SparkJob.levelKey -> "MEMORY_AND_DISK")
    val about =
      s"${queries.size} queries of TPC-DS, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all " +
        "tables cached first with MEMORY_AND_DISK"
    (about, Variant(StandardVariants.stock, TpcdsJob.mainClass, args, heap, conf))
  }

  private def times(rows: Seq[ResultRow], variant: String): Option[QueryTimes] =
    CachedQueries.completed(rows, variant).map(QueryTimes.of)

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val shares = CachedQueries.ratios(rows, CometVariants.both).values.toSeq
    val ofComet = CachedQueries.ratios(rows, CometVariants.both, CometVariants.alone).values.toSeq
    (if (shares.isEmpty) Nil
     else
       Seq(
         Headline("arrow.comet.geomean", Stats.geometricMean(shares), "x"),
         Headline("arrow.comet.sum", sum(rows, CometVariants.both) / sum(rows, StandardVariants.stock), "x"),
         Headline("arrow.comet.worst", shares.max, "x")
       )) ++
      (if (ofComet.isEmpty) Nil else Seq(Headline("arrow.comet.vs_comet", Stats.geometricMean(ofComet), "x")))
  }

  private def sum(rows: Seq[ResultRow], variant: String): Double =
    times(rows, variant).map(_.seconds.values.sum).getOrElse(Double.NaN)

  private def perQuery(rows: Seq[ResultRow]): String = {
    val base = rows.head.variant.name
    val others = rows.filter(row => row.failure.isEmpty && row.variant.name != base).map(_.variant.name)
    CachedQueries.seconds(
      rows,
      others.map(name => s"$name / $base" -> CachedQueries.shown(CachedQueries.ratios(rows, name, base)))
    )
  }

  private def says(rows: Seq[ResultRow]): Option[String] = for {
    together <- times(rows, CometVariants.both)
    stock <- times(rows, StandardVariants.stock)
  } yield f"Comet on Okibi's tables takes ${together.seconds.values.sum}%.1f s and stock " +
    f"${stock.seconds.values.sum}%.1f s."
}
