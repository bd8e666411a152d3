package okibi.bench.experiment.primitives

import okibi.bench.benchmark.StandardVariants
import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, ResultTable}
import okibi.mapreduce.PrefixSortCollector
import okibi.report.{BarChart, Chart, Series}

/** Figures 15 and 16: sorting and merging map outputs. */
private[primitives] object SortingExperiment {
  private val hadoop = "Hadoop"

  /** Collectors of map outputs with their classes. Hadoop's comes first: the others are compared with it. */
  private val collectors: Seq[(String, String)] =
    Seq(hadoop -> CollectorRun.hadoop, StandardVariants.okibi -> classOf[PrefixSortCollector[_, _]].getName)

  /** MB/s of the paper for the records of TeraSort, from its text. */
  private val paperKind = "text10.v90"
  private val paperSort = 60.0
  private val paperMerge = 105.0
  private val paperBoth = 30.0

  /** Kinds of records that have headlines. */
  private val headlineKinds = Seq("text10.v90", "int4.v4")

  def apply(plan: PrimitivesPlan): Experiment = {
    val size = plan.scale.sort
    val args = ujson.Obj(
      "small" -> size.smallRecords.toDouble,
      "large" -> size.largeRecords.toDouble,
      "megabytes" -> size.bufferMb
    )
    Experiment(
      name = PrimitivesBenchmark.sorting,
      about = s"random records sorted in spills and merged to one file: ${size.smallRecords} with values of 4 bytes, " +
        s"${size.largeRecords} with values of 90, a buffer of ${size.bufferMb} MiB, no compression; in the paper, " +
        s"$paperKind " +
        s"reached ${paperSort.toInt} MB/s when sorting, ${paperMerge.toInt} when merging, ${paperBoth.toInt} in " +
        "total; " +
        plan.line,
      variants = collectors.map { case (name, className) =>
        plan.variant(name, SortingJob, plan.scale.timings.sort, args, SortingJob.collectorKey -> className)
      },
      runs = plan.runs,
      report = ExperimentReport(
        columns = SortKind.all.map(kind =>
          Column(
            s"${kind.name} MB/s",
            (row, _) => PrimitiveMetrics.number(PrimitiveMetrics.mbPerSecond(row, kind.name))
          )
        ),
        headlines = headlines,
        details = rows => Seq(table(rows)),
        charts = rows => Seq(chart(rows)),
        says = says
      )
    )
  }

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] =
    for {
      hadoopRow <- rows.find(_.variant.name == hadoop).toSeq
      row <- rows
      if row.variant.name != hadoop
      kind <- headlineKinds
      speedup <- speedupOver(hadoopRow, row, kind)
    } yield Headline(s"sortmerge.$kind", speedup, "x", variants = Seq(hadoop, row.variant.name))

  private def speedupOver(hadoopRow: ResultRow, row: ResultRow, kind: String): Option[Double] =
    for (hadoopSeconds <- PrimitiveMetrics.seconds(hadoopRow, kind); seconds <- PrimitiveMetrics.seconds(row, kind))
      yield hadoopSeconds / seconds

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      hadoopRow <- rows.find(_.variant.name == hadoop)
      okibiRow <- rows.find(_.variant.name == StandardVariants.okibi)
      speedups = SortKind.all.flatMap(kind => speedupOver(hadoopRow, okibiRow, kind.name).map(kind.name -> _))
      if speedups.nonEmpty
      (worst, least) = speedups.minBy(_._2)
      (best, most) = speedups.maxBy(_._2)
    } yield f"One core sorts and merges $least%.1f times ($worst%s) to $most%.1f times ($best%s) as fast with " +
      "Okibi's collector " +
      "as with Hadoop's."

  /** Sorting ends when merging begins; it includes collecting and spilling. */
  private def table(rows: Seq[ResultRow]): String = {
    val header = Seq(
      "records",
      "collector",
      "sort M keys/s",
      "merge M keys/s",
      "both M keys/s",
      "sort MB/s",
      "merge MB/s",
      "both MB/s",
      "of memory copy",
      "merge / sort",
      "paper"
    )
    val body = for (kind <- SortKind.all; row <- rows) yield {
      val name = kind.name
      val both = PrimitiveMetrics.seconds(row, name)
      val merge = row.metrics.get(s"$name.mergeSeconds").filter(_ => both.isDefined)
      val sort = for (total <- both; mergeSeconds <- merge) yield total - mergeSeconds
      def keys(seconds: Option[Double]) =
        PrimitiveMetrics.number(for (s <- seconds; n <- row.metrics.get(s"$name.elements")) yield n / s / 1e6)
      def megabytes(seconds: Option[Double]) =
        PrimitiveMetrics.number(for (s <- seconds; n <- row.metrics.get(s"$name.bytes")) yield n / s / 1e6)
      Seq(
        name,
        row.variant.name,
        keys(sort),
        keys(merge),
        keys(both),
        megabytes(sort),
        megabytes(merge),
        megabytes(both),
        PrimitiveMetrics.share(PrimitiveMetrics.shareOfMemory(row, name)),
        PrimitiveMetrics.number(for (s <- sort; m <- merge) yield s / m),
        PrimitiveMetrics.number(if (name == paperKind) Some(paperMerge / paperSort) else None)
      )
    }
    ResultTable(header, body)
  }

  private def chart(rows: Seq[ResultRow]): Chart =
    BarChart(
      "Sorting and merging (figure 16)",
      "MB/s",
      SortKind.all.map(_.name),
      rows.map(row => Series(row.variant.name, SortKind.all.map(kind => PrimitiveMetrics.mbPerSecond(row, kind.name))))
    )
}
