package okibi.bench.experiment.arrow

import java.nio.file.Path

import okibi.bench.benchmark.{BenchOptions, CachedQueries, QueryTimes, StandardVariants}
import okibi.bench.query.columns.{ColumnReads, ColumnReadsJob}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.bench.workload.SparkJob

/** Some columns of one cached table, everything in memory, read by Spark's operators and by Comet's. */
private[arrow] object CellReads {
  val name = "columns"

  def experiment(options: BenchOptions, scale: ArrowScale.Cells, comet: Path): Experiment = {
    val work = CachedQueries.work(ColumnReads, ColumnReads.queries, options, scale.scaleFactor, scale.passes)
    val conf = CachedQueries.sparkConf :+ (SparkJob.levelKey -> "MEMORY_AND_DISK")
    val stock = Variant(StandardVariants.stock, ColumnReadsJob.mainClass, work, scale.heap, conf)
    val native = new CometVariants(comet, scale.split, stock)
    Experiment(
      name = name,
      about =
        s"a table of ${ColumnReads.tables.head.rowsAt(scale.scaleFactor)} rows, three columns of numbers and three " +
          s"of strings, filled from Parquet, read by ${ColumnReads.queries.size} queries ${scale.passes} times each, no " +
          s"limit of memory: heap ${scale.heap}, or ${scale.split.heap} and ${scale.split.offHeap} outside the heap",
      variants = StandardVariants.timed(stock.job, work, scale.heap, conf = conf) ++
        Seq(native.readBySpark, native.alone, native.onStock, native.withOkibi),
      runs = options.runs.getOrElse(scale.rounds),
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = headlines,
        details = rows => Seq(CachedQueries.seconds(rows)),
        charts = CachedQueries.charts
      ),
      jvmUse = JvmUse.InTurns(_ => 1 + scale.passes)
    )
  }

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    def times(variant: String): Option[QueryTimes] = CachedQueries.completed(rows, variant).map(QueryTimes.of)
    def metric(variant: String, names: String*): Option[Double] =
      CachedQueries.completed(rows, variant).map(row => names.map(row.metrics).sum)
    def worst(name: String, ratios: Iterable[Double]): Option[Headline] =
      if (ratios.isEmpty) None else Some(Headline(name, ratios.max, "x"))
    val isRead = ColumnReads.reads.map(_.name).toSet
    val spark = for {
      okibi <- times(StandardVariants.okibi)
      stock <- times(StandardVariants.stock)
      comet <- times(CometVariants.readBySpark)
    } yield okibi.ratiosTo(stock.betterOf(comet))
    val native = for {
      both <- times(CometVariants.both)
      comet <- times(CometVariants.alone)
      stock <- times(CometVariants.onStock)
    } yield both.ratiosTo(comet.betterOf(stock))
    val reads = (spark ++ native).flatten.collect { case (query, ratio) if isRead(query) => ratio }
    val ofRows = CachedQueries.ratios(rows).values
    val cached = Seq("cachedMemoryBytes", "cachedDiskBytes")
    worst("arrow.read.worst", reads).toSeq ++ worst("arrow.rows.worst", ofRows) ++
      (for {
        okibi <- metric(StandardVariants.okibi, "fillSeconds")
        stock <- metric(StandardVariants.stock, "fillSeconds")
      } yield Headline("arrow.fill.ratio", okibi / stock, "x")) ++
      (for {
        okibi <- metric(StandardVariants.okibi, cached: _*)
        comet <- metric(CometVariants.alone, cached: _*)
      } yield Headline("arrow.footprint.ratio", okibi / comet, "x", timed = false))
  }
}
