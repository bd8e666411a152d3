package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, ExperimentReport, ResultRow, Stats, ResultTable}
import okibi.report.{BarChart, Chart, Series}

/** Figures 11 and 12: serializing elements and reading them back. */
private[primitives] object SerializingExperiment {
  private val directions = Seq("write" -> "write", "read" -> "read back")

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.serializing,
    about =
      s"elements of ${TypedElements.names.size} types written one by one and read back; the table gives geometric " +
        "means over " +
        "the types; the paper's Writables reach 40 million elements a second and 90 clocks an element for nearly all " +
        "types; " +
        plan.line,
    variants = SerializingJob.ways.map(
      plan.way(_, SerializingJob, plan.scale.timings.elements, ujson.Obj("elements" -> plan.scale.elements))
    ),
    runs = plan.runs,
    report = ExperimentReport(
      columns = directions.flatMap { case (direction, title) =>
        Seq(
          Column(s"$title M/s", (row, _) => PrimitiveMetrics.number(meanRate(row, direction).map(_ / 1e6))),
          Column(
            s"$title clocks",
            (row, _) => PrimitiveMetrics.number(mean(row, direction, PrimitiveMetrics.clocksPerElement))
          )
        )
      },
      details = rows => directions.map { case (direction, title) => table(rows, direction, title) },
      charts = rows => directions.map { case (direction, title) => chart(rows, direction, title) },
      says = says
    )
  )

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      (fastest, writeRate) <- rows
        .flatMap(row => meanRate(row, "write").map(row.variant.name -> _))
        .sortBy(-_._2)
        .headOption
      readRate <- rows.find(_.variant.name == fastest).flatMap(meanRate(_, "read"))
    } yield f"$fastest%s is the fastest: one core writes ${writeRate / 1e6}%.1f and reads back ${readRate / 1e6}%.1f " +
      "million " +
      "elements a second, in the mean over the types."

  private def meanRate(row: ResultRow, direction: String): Option[Double] =
    mean(row, direction, PrimitiveMetrics.elementsPerSecond)

  private def mean(
      row: ResultRow,
      direction: String,
      figure: (ResultRow, String) => Option[Double]
  ): Option[Double] = {
    val all = TypedElements.names.flatMap(name => figure(row, s"$name.$direction"))
    if (all.isEmpty) None else Some(Stats.geometricMean(all))
  }

  /** One line for each type, with elements, bytes and clocks of each serializer. */
  private def table(rows: Seq[ResultRow], direction: String, title: String): String = {
    val header = s"$title" +: rows.flatMap(row => Seq(s"${row.variant.name} M/s", "MB/s", "of copy", "clocks"))
    val body = TypedElements.names.map { name =>
      val measurement = s"$name.$direction"
      name +: rows.flatMap(row =>
        Seq(
          PrimitiveMetrics.number(PrimitiveMetrics.elementsPerSecond(row, measurement).map(_ / 1e6)),
          PrimitiveMetrics.number(PrimitiveMetrics.mbPerSecond(row, measurement)),
          PrimitiveMetrics.share(PrimitiveMetrics.shareOfMemory(row, measurement)),
          PrimitiveMetrics.number(PrimitiveMetrics.clocksPerElement(row, measurement))
        )
      )
    }
    ResultTable(header, body)
  }

  private def chart(rows: Seq[ResultRow], direction: String, title: String): Chart =
    BarChart(
      s"Elements, $title (figures 11 and 12)",
      "million elements/s",
      TypedElements.names,
      rows.map(row =>
        Series(
          row.variant.name,
          TypedElements.names.map(name => PrimitiveMetrics.elementsPerSecond(row, s"$name.$direction").map(_ / 1e6))
        )
      )
    )
}
