package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, Row, Stats, Table}
import okibi.report.{Bars, Chart, Series}

/** Figures 11 and 12: serialising elements and back. */
private[primitives] object SerializingExperiment {
  private val ways = Seq("write" -> "write", "read" -> "read back")

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.serializing,
    about = s"elements of ${Elements.names.size} types written one by one and read back; the table gives geometric means over the types, " +
      s"the paper's Writables 40 million elements a second and 90 clocks an element for nearly all types; ${plan.line}",
    variants = SerializingJob.ways.map(
      plan.way(_, SerializingJob, plan.scale.elementTiming, ujson.Obj("elements" -> plan.scale.elements))
    ),
    runs = plan.runs,
    columns = ways.flatMap { case (way, title) =>
      Seq(
        Column(s"$title M/s", (row, _) => Figures.number(mean(row, way, Figures.elementsPerSecond).map(_ / 1e6))),
        Column(s"$title clocks", (row, _) => Figures.number(mean(row, way, Figures.clocksOfElement)))
      )
    },
    headlines = _ => Nil,
    details = rows => ways.map { case (way, title) => table(rows, way, title) },
    charts = rows => ways.map { case (way, title) => chart(rows, way, title) },
    says = rows =>
      for {
        (fastest, rate) <- rows
          .flatMap(row => mean(row, "write", Figures.elementsPerSecond).map(row.variant.name -> _))
          .sortBy(-_._2)
          .headOption
        back <- rows.find(_.variant.name == fastest).flatMap(mean(_, "read", Figures.elementsPerSecond))
      } yield f"$fastest%s is the fastest: one core writes ${rate / 1e6}%.1f and reads back ${back / 1e6}%.1f million elements a second, in the mean over the types."
  )

  private def mean(row: Row, way: String, of: (Row, String) => Option[Double]): Option[Double] = {
    val all = Elements.names.flatMap(name => of(row, s"$name.$way"))
    if (all.isEmpty) None else Some(Stats.geometricMean(all))
  }

  /** A line a type, and for each serializer elements, bytes and clocks. */
  private def table(rows: Seq[Row], way: String, title: String): String = {
    val header = s"$title" +: rows.flatMap(row => Seq(s"${row.variant.name} M/s", "MB/s", "of copy", "clocks"))
    val body = Elements.names.map { name =>
      val measurement = s"$name.$way"
      name +: rows.flatMap(row =>
        Seq(
          Figures.number(Figures.elementsPerSecond(row, measurement).map(_ / 1e6)),
          Figures.number(Figures.mbPerSecond(row, measurement)),
          Figures.share(Figures.ofMemory(row, measurement)),
          Figures.number(Figures.clocksOfElement(row, measurement))
        )
      )
    }
    Table(header, body)
  }

  private def chart(rows: Seq[Row], way: String, title: String): Chart =
    Bars(
      s"Elements, $title (figures 11 and 12)",
      "million elements/s",
      Elements.names,
      rows.map(row =>
        Series(row.variant.name, Elements.names.map(name => Figures.elementsPerSecond(row, s"$name.$way").map(_ / 1e6)))
      )
    )
}
