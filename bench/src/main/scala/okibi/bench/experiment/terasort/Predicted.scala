package okibi.bench.experiment.terasort

import okibi.bench.experiment.terasort.model.{Held, Phase, Prediction, Rates}
import okibi.bench.runner.{Headline, Row, Table}
import okibi.report.{Bars, Chart, Series}

/** A phase of a variant's job as its primitives predict it, beside what was measured.
  *
  * @param busy share of the cores that worked during the phase: the overlap that held
  */
private[terasort] final case class Predicted(
    variant: String,
    prediction: Prediction,
    measuredSeconds: Double,
    busy: Double
) {
  def error: Double = prediction.error(measuredSeconds)
}

private[terasort] object Predicted {

  /** What counted variants are called that belong to another. */
  def termsOf(variant: String, phase: String): String =
    if (phase == TermsJob.map) s"$variant, terms of $phase" else s"terms of $phase"
  def emptyOf(variant: String): String = s"$variant, no data"

  /** Of a variant's phase, when it and what belongs to it have run.
    *
    * @param name  of the phase, `map` or `reduce`
    * @param phase from the rates of its terms, and the metrics beside them
    */
  def of(rows: Seq[Row], variant: String, name: String, megabytes: Double)(
      phase: (Rates, Map[String, Double]) => Phase
  ): Option[Predicted] =
    for {
      row <- find(rows, variant)
      terms <- find(rows, termsOf(variant, name))
      empty <- find(rows, emptyOf(variant))
      seconds <- row.metrics.get(s"${name}Seconds")
      busy <- row.metrics.get(s"${name}Busy")
      start <- coreSeconds(empty, name)
    } yield {
      val held = Held(Runtime.getRuntime.availableProcessors.toDouble, busy)
      val all = phase(TermsJob.rates(terms.metrics), terms.metrics).withFixed("start of tasks", start)
      Predicted(variant, all.predict(megabytes, held), seconds, busy)
    }

  private def find(rows: Seq[Row], variant: String): Option[Row] =
    rows.find(row => row.variant.name == variant && row.failed.isEmpty)

  /** All cores' work in a phase; 0 where it was too short to be seen, as that of threads is. */
  private def coreSeconds(row: Row, name: String): Option[Double] =
    row.metrics
      .get(s"${name}Seconds")
      .map(_ * row.metrics.getOrElse(s"${name}Busy", 0.0) * Runtime.getRuntime.availableProcessors)

  /** How far the prediction is off, as a share of what was measured. */
  def headline(name: String, all: Seq[Predicted], variant: String): Option[Headline] =
    all.find(_.variant == variant).map(found => Headline(name, math.abs(found.error), "x", variants = Seq(variant)))

  /** Why there is nothing about jobs on somebody else's cluster. */
  val elsewhere =
    "Nothing is predicted: the tasks run on machines of the cluster, and neither how fast their cores are nor how many of them worked can be seen from this one."

  /** What stands below the table.
    *
    * @param foreign whether the cluster is somebody else's
    */
  def details(all: Seq[Predicted], foreign: Boolean): Seq[String] =
    if (foreign) Seq(elsewhere) else if (all.isEmpty) Nil else Seq(table(all))

  def table(all: Seq[Predicted]): String = {
    val names = all.flatMap(_.prediction.terms.map(_.name)).distinct
    val header = Seq("phase", "predicted s", "measured s", "error", "cores busy") ++ names.map(name => s"$name s")
    Table(
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

  /** Figures 17 and 18: where the time of a phase goes. */
  def chart(title: String, all: Seq[Predicted]): Chart = {
    val names = all.flatMap(_.prediction.terms.map(_.name)).distinct
    Bars(
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

  private def title(one: Predicted): String = s"${one.variant}, ${one.prediction.phase}"
}
