package okibi.bench.experiment.terasort

import okibi.bench.experiment.terasort.model.{PhaseConditions, PhaseModel, Prediction, PrimitiveRates}
import okibi.bench.runner.{Headline, ResultRow, ResultTable}
import okibi.report.{BarChart, Chart, Series}

/** A phase of a variant's job as its primitives predict it, beside the measured time.
  *
  * @param busy share of the cores that worked during the phase
  */
private[terasort] final case class PredictedPhase(
    variant: String,
    prediction: Prediction,
    measuredSeconds: Double,
    busy: Double
) {
  def error: Double = prediction.error(measuredSeconds)
}

private[terasort] object PredictedPhase {

  /** Name of the counted variant that measures the terms of a variant's phase. */
  def termsOf(variant: String, phase: String): String =
    if (phase == TermsJob.map) s"$variant, terms of $phase" else s"terms of $phase"

  /** Name of the counted variant that runs a variant's job with hardly any data. */
  def emptyOf(variant: String): String = s"$variant, no data"

  /** The prediction of a variant's phase; none unless the variant and its counted variants have run.
    *
    * @param name  of the phase, `map` or `reduce`
    * @param phase the model, from the rates of its terms and the metrics beside them
    */
  def of(rows: Seq[ResultRow], variant: String, name: String, megabytes: Double)(
      phase: (PrimitiveRates, Map[String, Double]) => PhaseModel
  ): Option[PredictedPhase] =
    for {
      row <- find(rows, variant)
      terms <- find(rows, termsOf(variant, name))
      empty <- find(rows, emptyOf(variant))
      seconds <- row.metrics.get(s"${name}Seconds")
      busy <- row.metrics.get(s"${name}Busy")
      start <- coreSeconds(empty, name)
    } yield {
      val conditions = PhaseConditions(Runtime.getRuntime.availableProcessors.toDouble, busy)
      val model = phase(TermsJob.rates(terms.metrics), terms.metrics).withFixed("start of tasks", start)
      PredictedPhase(variant, model.predict(megabytes, conditions), seconds, busy)
    }

  private def find(rows: Seq[ResultRow], variant: String): Option[ResultRow] =
    rows.find(row => row.variant.name == variant && row.failure.isEmpty)

  /** Work of all cores in a phase; 0 where the phase was too short to be sampled, as with tasks that are threads. */
  private def coreSeconds(row: ResultRow, name: String): Option[Double] =
    row.metrics
      .get(s"${name}Seconds")
      .map(_ * row.metrics.getOrElse(s"${name}Busy", 0.0) * Runtime.getRuntime.availableProcessors)

  /** The headline of the prediction's error, as a share of the measured time. */
  def headline(name: String, all: Seq[PredictedPhase], variant: String): Option[Headline] =
    all.find(_.variant == variant).map(found => Headline(name, math.abs(found.error), "x", variants = Seq(variant)))

  /** Why nothing is predicted on an existing cluster. */
  val onClusterNote =
    "Nothing is predicted: the tasks run on machines of the cluster, and this machine can see neither the speed of " +
      "their " +
      "cores nor how many of them worked."

  /** The texts below the table.
    *
    * @param onCluster whether the jobs run on an existing cluster
    */
  def details(all: Seq[PredictedPhase], onCluster: Boolean): Seq[String] =
    if (onCluster) Seq(onClusterNote) else if (all.isEmpty) Nil else Seq(table(all))

  def table(all: Seq[PredictedPhase]): String = {
    val names = all.flatMap(_.prediction.terms.map(_.name)).distinct
    val header = Seq("phase", "predicted s", "measured s", "error", "cores busy") ++ names.map(name => s"$name s")
    ResultTable(
      header,
      all.map { one =>
        val seconds = one.prediction.terms.map(term => term.name -> term.seconds).toMap
        Seq(
          title(one),
          f"${one.prediction.seconds}%.1f",
          f"${one.measuredSeconds}%.1f",
          f"${one.error * 100}%+.0f %%",
          f"${one.busy * 100}%.0f %%"
        ) ++
          names.map(name => seconds.get(name).fold("-")(s => f"$s%.1f"))
      }
    )
  }

  /** Figures 17 and 18: the terms of a phase's time. */
  def chart(title: String, all: Seq[PredictedPhase]): Chart = {
    val names = all.flatMap(_.prediction.terms.map(_.name)).distinct
    BarChart(
      title,
      "s",
      all.flatMap(one => Seq(s"${this.title(one)}, predicted", s"${this.title(one)}, measured")),
      names.map(name =>
        Series(name, all.flatMap(one => Seq(one.prediction.terms.find(_.name == name).map(_.seconds), None)))
      ) :+
        Series("measured", all.flatMap(one => Seq(None, Some(one.measuredSeconds)))),
      stacked = true
    )
  }

  private def title(one: PredictedPhase): String = s"${one.variant}, ${one.prediction.phase}"
}
