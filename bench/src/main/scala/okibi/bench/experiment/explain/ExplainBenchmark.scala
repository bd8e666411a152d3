package okibi.bench.experiment.explain

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, CachedQueries, HeapSizes, Sides}
import okibi.bench.query.tpch.{Tpch, TpchDataJob}
import okibi.bench.runner.{Campaign, Column, Experiment, Headline, Row, RunContext, Stats, Variant}
import okibi.explain.finding.Note

/** Whether what `okibi explain` finds is there, and what it predicts comes true: applications that are ill, beside the same with the cure that it prints. */
object ExplainBenchmark extends Benchmark {
  override val name = "explain"
  override val about =
    "applications with something wrong, and the same with the change that `okibi explain` prints: found, predicted and measured"
  override val source = "Kinoshita and Ito, the diagnosis"
  override val isPartOfAll = false

  private val ailments: Seq[Ailment] = CacheAilments.all ++ TaskAilments.all ++ DiskAilments.all
  private val longLog = "long-log"
  override val parts: Seq[String] = ailments.map(_.name) ++ Seq(HealthyQueries.name, longLog)

  private[explain] def named(name: String): Application =
    (ailments :+ HealthyQueries).find(_.name == name).getOrElse(throw new IllegalArgumentException(name))

  /** How far a predicted gain may be from the measured one. */
  private val near = 0.2

  private def units(scale: BenchScale): Int = scale match {
    case BenchScale.Tiny => 1000000
    case BenchScale.Small => 4000000
    case BenchScale.Paper => 40000000
  }

  /** Of the TPC-H tables that the healthy application reads. */
  private def scaleFactor(scale: BenchScale): Double = scale match {
    case BenchScale.Tiny => 0.01
    case BenchScale.Small => 0.25
    case BenchScale.Paper => 1
  }

  override def campaign(options: BenchOptions): Campaign = {
    val wanted = ailments.filter(its => options.has(its.name))
    val disks = if (wanted.exists(_.usesDisks)) Some(DiskAilments.simulated(units(options.scale))) else None
    val chosen = wanted.filter(its => !its.usesDisks || disks.exists(_.isRight))
    val factor = scaleFactor(options.scale)
    val data = Tpch.files.folder(options.data, factor)
    val healthy =
      if (options.has(HealthyQueries.name))
        Seq(
          Variant(
            HealthyQueries.name,
            ExplainedJob.mainClass,
            work(HealthyQueries, options),
            HealthyQueries.heap,
            HealthyQueries.conf ++ HealthyQueries.reading(data, factor)
          )
        )
      else Nil
    val variants = chosen.flatMap(beside(_, options)) ++ healthy
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments =
        (if (variants.isEmpty) Nil
         else Seq(experiment(variants, options))) ++ (if (options.has(longLog)) Seq(reading(options)) else Nil),
      setUp = (scope, experiments) =>
        disks
          .flatMap(_.toOption)
          .fold(experiments)(its => experiments.map(one => if (one.name == name) its.settle(scope, one) else one)),
      prepare = if (healthy.isEmpty) Nil else CachedQueries.data(Tpch, TpchDataJob, options, factor, Tpch.tables).toSeq,
      notes = disks
        .flatMap(_.left.toOption)
        .map(why => s"${wanted.filter(_.usesDisks).map(_.name).mkString(" and ")} are skipped: a simulated device $why")
        .toSeq,
      context = () =>
        RunContext.here(
          HeapSizes.storageBytesOf("1g"),
          Sides.pluginConf,
          options.seed,
          options.args,
          disks.flatMap(_.toOption).map(_ => DiskAilments.limits.line)
        ),
      out = options.out,
      columns = options.columns,
      recordings = options.recordings
    )
  }

  private def work(its: Application, options: BenchOptions): ujson.Obj =
    ujson.Obj("application" -> its.name, "units" -> units(options.scale))

  private def beside(its: Ailment, options: BenchOptions): Seq[Variant] = Seq(
    Variant(its.name, ExplainedJob.mainClass, work(its, options), its.heap, its.conf),
    Variant(
      cured(its.name),
      ExplainedJob.mainClass,
      work(its, options),
      its.curedHeap,
      its.conf ++ its.cure :+ (ExplainedJob.cured -> "true")
    )
  )

  private def experiment(variants: Seq[Variant], options: BenchOptions): Experiment = Experiment(
    name = name,
    about =
      "applications with something wrong, each also with the change that its report prints first, and one with nothing wrong; whole applications in JVMs of their own, seconds as their event logs have them",
    variants = variants,
    runs = options.runs.getOrElse(if (options.scale == BenchScale.Tiny) 1 else 3),
    columns = Seq(
      Column("found first", (row, _) => first(row).getOrElse("-")),
      Column("findings", (row, _) => row.metrics.get("findings").fold("-")(n => f"$n%.0f")),
      Column("predicted gain s", (row, _) => predicted(row).filter(_ => isIll(row)).fold("-")(s => f"$s%.1f")),
      Column("measured gain s", (row, rows) => measured(row, rows).fold("-")(s => f"$s%.1f")),
      Column("off", (row, rows) => off(row, rows).fold("-")(share => f"${share * 100}%+.0f %%"))
    ),
    headlines = headlines,
    says = says
  )

  /** How long a log takes that is as long as those of large applications. */
  private def reading(options: BenchOptions): Experiment = {
    val bytes = if (options.scale == BenchScale.Tiny) 20e6 else 1e9
    Experiment(
      name = longLog,
      about = f"an event log of ${bytes / 1e6}%.0f MB, explained with 1 GB of heap",
      variants = Seq(Variant(longLog, LongLogJob.mainClass, ujson.Obj("bytes" -> bytes), "1g")),
      runs = options.runs.getOrElse(if (options.scale == BenchScale.Tiny) 1 else 3),
      columns = Seq(
        Column("MB/s", (row, _) => speed(row).fold("-")(its => f"${its / 1e6}%.0f")),
        Column("tasks", (row, _) => row.metrics.get("tasks").fold("-")(n => f"$n%.0f"))
      ),
      headlines = _.flatMap(speed).headOption.map(its => Headline("explain.gb_seconds", 1e9 / its, "s")).toSeq
    )
  }

  /** Bytes a second. */
  private def speed(row: Row): Option[Double] = for (seconds <- row.median; bytes <- row.metrics.get("bytes"))
    yield bytes / seconds

  private def cured(name: String): String = s"$name, cured"
  private def ailment(row: Row): Option[Ailment] = ailments.find(_.name == row.variant.name)
  private def isIll(row: Row): Boolean = ailment(row).isDefined

  /** The finding that came first in most runs. */
  private def first(row: Row): Option[String] =
    row.each.collectFirst {
      case (metric, runs) if metric.startsWith("first.") && isOfMost(runs, row) => metric.stripPrefix("first.")
    }

  /** The median of what was predicted, if most runs had the finding. */
  private def predicted(row: Row): Option[Double] =
    row.each.get("predictedSeconds").filter(isOfMost(_, row)).map(Stats.median)

  private def isOfMost(runs: Seq[Double], row: Row): Boolean = 2 * runs.size > row.seconds.size

  private def measured(row: Row, rows: Seq[Row]): Option[Double] =
    for (
      ill <- row.median if isIll(row); well <- rows.find(_.variant.name == cured(row.variant.name)).flatMap(_.median)
    ) yield ill - well

  /** How far the prediction is from what was measured, as a share of that; of the whole time, where nothing is to be gained. */
  private def off(row: Row, rows: Seq[Row]): Option[Double] = for {
    gain <- measured(row, rows)
    predicted <- predicted(row)
    seconds <- row.median
    against = if (ailment(row).exists(_.rule.isInstanceOf[Note])) seconds else gain
    if against > 0
  } yield (predicted - gain) / against

  private def headlines(rows: Seq[Row]): Seq[Headline] = {
    val ill = rows.filter(row => isIll(row) && row.median.isDefined)
    val well = rows.filter(row => !isIll(row) && row.median.isDefined)
    def share(name: String, of: Row => Boolean): Option[Headline] =
      if (ill.isEmpty) None
      else Some(Headline(name, ill.count(of).toDouble / ill.size, "of the applications", timed = false))
    share("explain.accuracy", row => off(row, rows).exists(its => math.abs(its) <= near)).toSeq ++
      share("explain.first_right", row => ailment(row).exists(its => first(row).contains(its.rule.code))) ++
      (if (well.isEmpty) Nil
       else
         Seq(
           Headline(
             "explain.false_alarms",
             well.map(_.metrics.getOrElse("findings", 0.0)).sum,
             "findings in cured and healthy applications",
             timed = false
           )
         ))
  }

  private def says(rows: Seq[Row]): Option[String] = {
    val offs = rows.flatMap(off(_, rows)).map(math.abs)
    if (offs.isEmpty) None
    else
      Some(
        f"Of ${offs.size} applications that were cured, the gain was predicted within ${near * 100}%.0f %% for ${offs.count(_ <= near)}; half of the predictions are off by ${Stats.median(offs) * 100}%.0f %% at most."
      )
  }
}
