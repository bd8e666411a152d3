package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CacheColumns, CachedQueries, Sides}
import okibi.bench.query.{QueriesJob, QuerySample}
import okibi.bench.query.tpch.{Tpch, TpchJob, TpchQuery}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Table}
import okibi.report.{Bars, Chart, Series}

/** Hayase et al., section 5.2: tables of 100,000 records in all, 1000 partitions each, filled once and then queried ten
  * times. A partition holds a range of the first key.
  */
object PaperShape {
  private val heap = "1g" // The paper's.

  /** Queries of the paper, and the share of stock's time that it came to with ten runs, where it ran them ten times. */
  private val queries: Seq[(Int, Option[Double])] = Seq(2 -> Some(0.942), 17 -> Some(0.904), 3 -> None, 8 -> None)

  def experiments(options: BenchOptions, scale: TpchScale): Seq[Experiment] = queries.collect {
    case (number, paper) if options.queries.isEmpty || options.queries(number) =>
      experiment(options, scale, number, paper)
  }

  private def experiment(options: BenchOptions, scale: TpchScale, number: Int, paper: Option[Double]): Experiment = {
    val query = TpchQuery(number)
    val passes = if (paper.isDefined) scale.paperPasses else scale.passes
    def work(slices: Int, passes: Int) =
      CachedQueries.work(Tpch, Seq(query), options, scale.paperScaleFactor, passes, slices)
    val conf = CachedQueries.sparkConf :+ (QueriesJob.levelKey -> "MEMORY_AND_DISK")
    Experiment(
      name = s"paper-q$number",
      about =
        s"Q$number at the paper's shape: ${scale.paperRecords} records in all tables, ${scale.paperSlices} partitions a table, " +
          s"cached once, $passes runs, filling included, heap $heap; before that, untimed, three times one run in a quarter of the partitions",
      variants = Sides.timed(TpchJob.mainClass, work(scale.paperSlices, passes), heap, conf = conf),
      runs = options.runs.getOrElse(scale.rounds),
      columns = Seq(
        CacheColumns.ratio,
        seconds("fill s", _ => "fillSeconds"),
        seconds("first run s", _ => "pass1Seconds"),
        seconds("last run s", passes => s"pass${passes}Seconds"),
        aRun,
        CacheColumns.gc
      ),
      headlines = rows => Headline.ratio(s"tpch.q$number.ratio", rows, Sides.okibi, Sides.stock, paper).toSeq,
      warmUps = 3,
      lighter = _ => work(scale.paperSlices / 4, passes = 1),
      charts = rows => Seq(phases(number, passes, rows)),
      says = says(number, _)
    )
  }

  /** The figure of the paper: a bar a variant, of it the filling and all runs of the query. */
  private def phases(number: Int, passes: Int, rows: Seq[Row]): Chart = {
    def runs(row: Row): Option[Double] = Some(secondsOfRuns(row)).filter(_.size == passes).map(_.sum)
    Bars(
      s"Q$number: filling and $passes runs",
      "s",
      rows.map(_.variant.name),
      Seq(Series("filling", rows.map(_.metrics.get("fillSeconds"))), Series(s"$passes runs", rows.map(runs))),
      stacked = true
    )
  }

  private def says(number: Int, rows: Seq[Row]): Option[String] = for {
    own <- rows.find(_.variant.name == Sides.okibi)
    seconds <- own.median
    stock <- rows.find(_.variant.name == Sides.stock).flatMap(_.median)
  } yield f"Filling the cache and all runs of Q$number take $seconds%.1f s with Okibi, ${seconds / stock}%.2f of stock's time" +
    skipped(number, own)
      .map(share => f"; the last run skipped ${share * 100}%.1f %% of all cached partitions")
      .getOrElse("") + "."

  /** Partitions that the last run did not read: the paper names 89.8 % for Q17. Nothing when it read no cached table any more. */
  private def skipped(number: Int, row: Row): Option[Double] = for {
    skipped <- row.metrics.get(f"q$number%02d.${QuerySample.partitionsSkipped}")
    all <- row.metrics.get(f"q$number%02d.${QuerySample.partitions}")
    if all > 0
  } yield skipped / all

  /** The runs after one filling, which variants take in turn. */
  private def secondsOfRuns(row: Row): Seq[Double] =
    (1 to row.variant.args("passes").num.toInt).flatMap(pass => row.metrics.get(s"pass${pass}Seconds"))

  private val aRun: Column = Column("median run s (spread)", (row, _) => Table.medianAndSpread(secondsOfRuns(row)))

  private def seconds(title: String, metric: Int => String): Column =
    Column(
      title,
      (row, _) => row.metrics.get(metric(row.variant.args("passes").num.toInt)).map(s => f"$s%.2f").getOrElse("-")
    )
}
