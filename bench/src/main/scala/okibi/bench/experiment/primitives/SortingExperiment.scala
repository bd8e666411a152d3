package okibi.bench.experiment.primitives

import okibi.bench.benchmark.Sides
import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Table}
import okibi.mapreduce.PrefixSortCollector
import okibi.report.{Bars, Chart, Series}

/** Figures 15 and 16: sorting and merging map outputs. */
private[primitives] object SortingExperiment {
  private val hadoop = "Hadoop"

  /** Collectors of map outputs, by their class. Hadoop's comes first: the others are held against it. */
  private val collectors: Seq[(String, String)] =
    Seq(hadoop -> CollectorRun.hadoop, Sides.okibi -> classOf[PrefixSortCollector[_, _]].getName)

  /** MB/s of the paper for the records of TeraSort, as its text gives them. */
  private val paperKind = "text10.v90"
  private val paperSort = 60.0
  private val paperMerge = 105.0
  private val paperBoth = 30.0

  /** What collectors are asked for. */
  private val headlineKinds = Seq("text10.v90", "int4.v4")

  def apply(plan: PrimitivesPlan): Experiment = {
    val its = plan.scale
    val args = ujson.Obj(
      "small" -> its.smallRecords.toDouble,
      "large" -> its.largeRecords.toDouble,
      "megabytes" -> its.sortMegabytes
    )
    Experiment(
      name = PrimitivesBenchmark.sorting,
      about =
        s"random records sorted in spills and merged to one file: ${its.smallRecords} with values of 4 bytes, ${its.largeRecords} with values of 90, " +
          s"a buffer of ${its.sortMegabytes} MiB, no compression; of the paper's MB/s for $paperKind sorting reached ${paperSort.toInt}, merging ${paperMerge.toInt}, both together " +
          s"${paperBoth.toInt}; ${plan.line}",
      variants = collectors.map { case (name, className) =>
        plan.variant(name, SortingJob, its.sortTiming, args, SortingJob.collectorKey -> className)
      },
      runs = plan.runs,
      columns = SortKind.all.map(kind =>
        Column(s"${kind.name} MB/s", (row, _) => Figures.number(Figures.mbPerSecond(row, kind.name)))
      ),
      headlines = rows =>
        for {
          hadoops <- rows.find(_.variant.name == hadoop).toSeq
          own <- rows if own.variant.name != hadoop
          kind <- headlineKinds
          most <- Figures.seconds(hadoops, kind)
          seconds <- Figures.seconds(own, kind)
        } yield Headline(s"sortmerge.$kind", most / seconds, "x", variants = Seq(hadoop, own.variant.name)),
      details = rows => Seq(table(rows)),
      charts = rows => Seq(chart(rows)),
      says = rows =>
        for {
          hadoops <- rows.find(_.variant.name == hadoop)
          own <- rows.find(_.variant.name == Sides.okibi)
          times = SortKind.all.flatMap(kind =>
            for (most <- Figures.seconds(hadoops, kind.name); seconds <- Figures.seconds(own, kind.name))
              yield kind.name -> most / seconds
          )
          if times.nonEmpty
          (worst, least) = times.minBy(_._2)
          (best, most) = times.maxBy(_._2)
        } yield f"One core sorts and merges $least%.1f times ($worst%s) to $most%.1f times ($best%s) as fast with Okibi's collector as with Hadoop's."
    )
  }

  /** Sorting is all until merging begins: collecting and spilling are part of it. */
  private def table(rows: Seq[Row]): String = {
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
      val both = Figures.seconds(row, name)
      val merge = row.metrics.get(s"$name.mergeSeconds").filter(_ => both.isDefined)
      val sort = for (all <- both; last <- merge) yield all - last
      def keys(seconds: Option[Double]) =
        Figures.number(for (s <- seconds; n <- row.metrics.get(s"$name.elements")) yield n / s / 1e6)
      def megabytes(seconds: Option[Double]) =
        Figures.number(for (s <- seconds; n <- row.metrics.get(s"$name.bytes")) yield n / s / 1e6)
      Seq(
        name,
        row.variant.name,
        keys(sort),
        keys(merge),
        keys(both),
        megabytes(sort),
        megabytes(merge),
        megabytes(both),
        Figures.share(Figures.ofMemory(row, name)),
        Figures.number(for (s <- sort; m <- merge) yield s / m),
        Figures.number(if (name == paperKind) Some(paperMerge / paperSort) else None)
      )
    }
    Table(header, body)
  }

  private def chart(rows: Seq[Row]): Chart =
    Bars(
      "Sorting and merging (figure 16)",
      "MB/s",
      SortKind.all.map(_.name),
      rows.map(row => Series(row.variant.name, SortKind.all.map(kind => Figures.mbPerSecond(row, kind.name))))
    )
}
