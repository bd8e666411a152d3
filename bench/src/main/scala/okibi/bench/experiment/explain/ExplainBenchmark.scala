package okibi.bench.experiment.explain

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, BenchmarkPlan, CachedQueries, HeapSizes}
import okibi.bench.query.tpch.{Tpch, TpchDataJob}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, Stats, Variant}
import okibi.explain.finding.NoteRule

/** Checks whether the findings of `okibi explain` are right and its predictions come true: applications with a problem,
  * beside the same applications with the cure that it prints.
  */
object ExplainBenchmark extends Benchmark {
  override val name = "explain"
  override val about =
    "applications with a problem, and the same with the change that `okibi explain` prints: found, predicted and " +
      "measured"
  override val source = "Kinoshita and Ito, the diagnosis"
  override val isPartOfAll = false

  private val ailments: Seq[Ailment] = CacheAilments.all ++ TaskAilments.all ++ DiskAilments.all
  private val longLog = "long-log"
  override val parts: Seq[String] = ailments.map(_.name) ++ Seq(HealthyQueries.name, longLog)

  private[explain] def application(name: String): ExplainedApplication =
    (ailments :+ HealthyQueries)
      .find(_.name == name)
      .getOrElse(
        throw new IllegalArgumentException(s"$name: no such application. Allowed: ${parts.init.mkString(", ")}.")
      )

  /** Largest distance of a predicted gain from the measured gain that counts as right, as a share of the measured gain.
    */
  private val tolerance = 0.2

  private def units(scale: BenchScale): Int = scale match {
    case BenchScale.Tiny => 1000000
    case BenchScale.Small => 4000000
    case BenchScale.Paper => 40000000
  }

  /** Scale factor of the TPC-H tables that the healthy application reads. */
  private def scaleFactor(scale: BenchScale): Double = scale match {
    case BenchScale.Tiny => 0.01
    case BenchScale.Small => 0.25
    case BenchScale.Paper => 1
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val wanted = ailments.filter(ailment => options.includes(ailment.name))
    val disks = if (wanted.exists(_.usesDisks)) Some(DiskAilments.simulated(units(options.scale))) else None
    val possible = wanted.filter(ailment => !ailment.usesDisks || disks.exists(_.isRight))
    val factor = scaleFactor(options.scale)
    val includesHealthy = options.includes(HealthyQueries.name)
    val variants = possible.flatMap(withAndWithoutCure(_, options)) ++
      (if (includesHealthy) Some(healthyVariant(factor, options)) else None)
    BenchmarkPlan(
      experiments = (if (variants.isEmpty) Nil else Seq(applications(variants, options))) ++
        (if (options.includes(longLog)) Seq(longLogExperiment(options)) else Nil),
      storageBytes = HeapSizes.storageBytesOf("1g"),
      simulated = disks.flatMap(_.toOption).map(_ => DiskAilments.limits.line),
      setUp = (scope, experiments) =>
        disks.flatMap(_.toOption).fold(experiments) { dirs =>
          experiments.map(experiment => if (experiment.name == name) dirs.open(scope, experiment) else experiment)
        },
      prepare = if (includesHealthy) CachedQueries.data(Tpch, TpchDataJob, options, factor, Tpch.tables).toSeq else Nil,
      notes = disks
        .flatMap(_.left.toOption)
        .map { reason =>
          val skipped = wanted.filter(_.usesDisks).map(_.name).mkString(" and ")
          s"$skipped are skipped: a simulated device $reason"
        }
        .toSeq
    )
  }

  private def work(application: ExplainedApplication, options: BenchOptions): ujson.Obj =
    ujson.Obj("application" -> application.name, "units" -> units(options.scale))

  private def healthyVariant(factor: Double, options: BenchOptions): Variant = {
    val tables = HealthyQueries.tablesConf(Tpch.files.folder(options.dataFolder, factor), factor)
    Variant(
      HealthyQueries.name,
      ExplainedJob.mainClass,
      work(HealthyQueries, options),
      HealthyQueries.heap,
      HealthyQueries.conf ++ tables
    )
  }

  private def withAndWithoutCure(ailment: Ailment, options: BenchOptions): Seq[Variant] = {
    val ill = Variant(ailment.name, ExplainedJob.mainClass, work(ailment, options), ailment.heap, ailment.conf)
    val cured = ill.copy(
      name = curedName(ailment.name),
      heap = ailment.curedHeap,
      conf = ailment.conf ++ ailment.cure :+ (ExplainedJob.curedKey -> "true")
    )
    Seq(ill, cured)
  }

  private def applications(variants: Seq[Variant], options: BenchOptions): Experiment = Experiment(
    name = name,
    about = "applications with a problem, each also with the change that its report prints first, and one without " +
      "problems; whole " +
      "applications in JVMs of their own, seconds from their event logs",
    variants = variants,
    runs = options.runs.getOrElse(if (options.scale == BenchScale.Tiny) 1 else 3),
    report = ExperimentReport(
      columns = Seq(
        Column("found first", (row, _) => first(row).getOrElse("-")),
        Column.metric("findings", "findings")(n => f"$n%.0f"),
        Column(
          "predicted gain s",
          (row, _) => predictedGain(row).filter(_ => isIll(row)).fold("-")(s => f"$s%.1f")
        ),
        Column("measured gain s", (row, rows) => measuredGain(row, rows).fold("-")(s => f"$s%.1f")),
        Column("off", (row, rows) => predictionError(row, rows).fold("-")(share => f"${share * 100}%+.0f %%"))
      ),
      headlines = headlines,
      says = says
    )
  )

  /** The time that explaining a log takes that is as long as those of large applications. */
  private def longLogExperiment(options: BenchOptions): Experiment = {
    val bytes = if (options.scale == BenchScale.Tiny) 20e6 else 1e9
    Experiment(
      name = longLog,
      about = f"an event log of ${bytes / 1e6}%.0f MB, explained with 1 GB of heap",
      variants = Seq(Variant(longLog, LongLogJob.mainClass, ujson.Obj("bytes" -> bytes), "1g")),
      runs = options.runs.getOrElse(if (options.scale == BenchScale.Tiny) 1 else 3),
      report = ExperimentReport(
        columns = Seq(
          Column("MB/s", (row, _) => bytesPerSecond(row).fold("-")(speed => f"${speed / 1e6}%.0f")),
          Column.metric("tasks", "tasks")(n => f"$n%.0f")
        ),
        headlines = _.flatMap(bytesPerSecond).headOption
          .map(speed => Headline("explain.gb_seconds", 1e9 / speed, "s"))
          .toSeq
      )
    )
  }

  private def bytesPerSecond(row: ResultRow): Option[Double] =
    for (seconds <- row.median; bytes <- row.metrics.get("bytes")) yield bytes / seconds

  private def curedName(name: String): String = s"$name, cured"

  private def ailmentOf(row: ResultRow): Option[Ailment] = ailments.find(_.name == row.variant.name)

  private def isIll(row: ResultRow): Boolean = ailmentOf(row).isDefined

  /** The finding that came first in most runs. */
  private def first(row: ResultRow): Option[String] =
    row.metricRuns.collectFirst {
      case (metric, runs) if metric.startsWith("first.") && isMajority(runs, row) => metric.stripPrefix("first.")
    }

  /** The median of the predicted seconds, if most runs had the expected finding. */
  private def predictedGain(row: ResultRow): Option[Double] =
    row.metricRuns.get("predictedSeconds").filter(isMajority(_, row)).map(Stats.median)

  private def isMajority(runs: Seq[Double], row: ResultRow): Boolean = 2 * runs.size > row.seconds.size

  private def measuredGain(row: ResultRow, rows: Seq[ResultRow]): Option[Double] =
    for {
      ill <- row.median
      if isIll(row)
      cured <- rows.find(_.variant.name == curedName(row.variant.name)).flatMap(_.median)
    } yield ill - cured

  /** Distance of the predicted from the measured gain, as a share of the measured gain; as a share of the application's
    * time where the cure gains nothing.
    */
  private def predictionError(row: ResultRow, rows: Seq[ResultRow]): Option[Double] = for {
    measured <- measuredGain(row, rows)
    predicted <- predictedGain(row)
    seconds <- row.median
    base = if (ailmentOf(row).exists(_.rule.isInstanceOf[NoteRule])) seconds else measured
    if base > 0
  } yield (predicted - measured) / base

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val (ill, healthy) = rows.filter(_.median.isDefined).partition(isIll)
    def share(name: String, isRight: ResultRow => Boolean): Option[Headline] =
      if (ill.isEmpty) None
      else Some(Headline(name, ill.count(isRight).toDouble / ill.size, "of the applications", timed = false))
    def falseAlarms: Headline = Headline(
      "explain.false_alarms",
      healthy.map(_.metrics.getOrElse("findings", 0.0)).sum,
      "findings in cured and healthy applications",
      timed = false
    )
    share(
      "explain.accuracy",
      row => predictionError(row, rows).exists(error => math.abs(error) <= tolerance)
    ).toSeq ++
      share(
        "explain.first_right",
        row => ailmentOf(row).exists(ailment => first(row).contains(ailment.rule.code))
      ) ++
      (if (healthy.isEmpty) None else Some(falseAlarms))
  }

  private def says(rows: Seq[ResultRow]): Option[String] = {
    val errors = rows.flatMap(predictionError(_, rows)).map(math.abs)
    if (errors.isEmpty) None
    else
      Some(
        f"The gain was predicted within ${tolerance * 100}%.0f %% for ${errors.count(_ <= tolerance)} of " +
          f"${errors.size} cured " +
          f"applications; half of the predictions are off by at most ${Stats.median(errors) * 100}%.0f %%."
      )
  }
}
