package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CacheColumns, CachedQueries, StandardVariants}
import okibi.bench.query.tpch.{Tpch, TpchJob, TpchQuery}
import okibi.bench.query.QuerySample
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, ResultTable}
import okibi.bench.workload.SparkJob
import okibi.report.{BarChart, Chart, Series}

/** Hayase et al., section 5.2: tables of 100,000 records in all, 1000 partitions each, filled once and then queried ten
  * times. A partition holds a range of the first key.
  */
object PaperShape {
  private val heap = "1g" // The paper's.

  /** Numbers of the paper's queries. With them, for queries that it ran ten times, its seconds as a share of stock's.
    */
  private val queries: Seq[(Int, Option[Double])] = Seq(2 -> Some(0.942), 17 -> Some(0.904), 3 -> None, 8 -> None)

  def experiments(options: BenchOptions, scale: TpchScale): Seq[Experiment] = queries.collect {
    case (number, paper) if options.selection.queries.isEmpty || options.selection.queries(number) =>
      experiment(options, scale, number, paper)
  }

  private def experiment(options: BenchOptions, scale: TpchScale, number: Int, paper: Option[Double]): Experiment = {
    val size = scale.paper
    val query = TpchQuery(number)
    val passes = if (paper.isDefined) size.passes else scale.queries.passes
    def work(partitions: Int, passes: Int) =
      CachedQueries.work(Tpch, Seq(query), options, size.scaleFactor, passes, partitions)
    val conf = CachedQueries.sparkConf :+ (SparkJob.levelKey -> "MEMORY_AND_DISK")
    Experiment(
      name = s"paper-q$number",
      about =
        s"Q$number at the paper's shape: ${size.records} records in all tables, ${size.partitions} partitions a " +
          "table, " +
          s"cached once, $passes runs, filling included, heap $heap; before that, untimed, three times one run in a " +
          "quarter " +
          "of the partitions",
      variants = StandardVariants.timed(TpchJob.mainClass, work(size.partitions, passes), heap, conf = conf),
      runs = options.runs.getOrElse(scale.rounds),
      jvmUse = JvmUse.Warm(warmUps = 3, lighter = _ => work(size.partitions / 4, passes = 1)),
      report = ExperimentReport(
        columns = Seq(
          CacheColumns.ratio,
          seconds("fill s", _ => "fillSeconds"),
          seconds("first run s", _ => "pass1Seconds"),
          seconds("last run s", passes => s"pass${passes}Seconds"),
          medianRun,
          CacheColumns.gc
        ),
        headlines = rows => {
          val (okibi, stock) = (StandardVariants.okibi, StandardVariants.stock)
          Headline.ratio(s"tpch.q$number.ratio", rows, okibi, stock, paper).toSeq
        },
        charts = rows => Seq(phases(number, passes, rows)),
        says = says(number, _)
      )
    )
  }

  /** The figure of the paper: one bar for each variant, in it the filling and all runs of the query. */
  private def phases(number: Int, passes: Int, rows: Seq[ResultRow]): Chart = {
    def runs(row: ResultRow): Option[Double] = Some(secondsOfRuns(row)).filter(_.size == passes).map(_.sum)
    BarChart(
      s"Q$number: filling and $passes runs",
      "s",
      rows.map(_.variant.name),
      Seq(Series("filling", rows.map(_.metrics.get("fillSeconds"))), Series(s"$passes runs", rows.map(runs))),
      stacked = true
    )
  }

  private def says(number: Int, rows: Seq[ResultRow]): Option[String] = for {
    okibi <- rows.find(_.variant.name == StandardVariants.okibi)
    okibiSeconds <- okibi.median
    stockSeconds <- rows.find(_.variant.name == StandardVariants.stock).flatMap(_.median)
  } yield f"Filling the cache and all runs of Q$number take $okibiSeconds%.1f s with Okibi, " +
    f"${okibiSeconds / stockSeconds}%.2f of stock's time" +
    skippedShare(number, okibi)
      .map(share => f"; the last run skipped ${share * 100}%.1f %% of all cached partitions")
      .getOrElse("") + "."

  /** Share of the partitions that the last run did not read: the paper reports 89.8 % for Q17. None when the last run
    * read no cached table.
    */
  private def skippedShare(number: Int, row: ResultRow): Option[Double] = for {
    skipped <- row.metrics.get(f"q$number%02d.${QuerySample.partitionsSkipped}")
    all <- row.metrics.get(f"q$number%02d.${QuerySample.partitions}")
    if all > 0
  } yield skipped / all

  /** Seconds of the runs after one filling. */
  private def secondsOfRuns(row: ResultRow): Seq[Double] =
    (1 to row.variant.args("passes").num.toInt).flatMap(pass => row.metrics.get(s"pass${pass}Seconds"))

  private val medianRun: Column =
    Column("median run s (spread)", (row, _) => ResultTable.medianAndSpread(secondsOfRuns(row)))

  private def seconds(title: String, metric: Int => String): Column =
    Column(
      title,
      (row, _) => row.metrics.get(metric(row.variant.args("passes").num.toInt)).map(s => f"$s%.2f").getOrElse("-")
    )
}
