package okibi.bench.runner

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import okibi.report.{BarChart, Chart, Grid, Html, Page, Section, Series}

/** index.html: the page with an experiment's tables and charts. */
object ResultPage {
  val name = "index.html"

  def write(file: Path, page: Page): Unit = {
    Files.write(file, Html.render(page).getBytes(UTF_8))
    ()
  }

  def page(name: String, scale: String, context: RunContext, results: Seq[ExperimentResult]): Page =
    Page(s"Okibi: $name, scale $scale", Seq(context.line), results.map(section))

  /** A table of headlines with their ranges and the paper's figures; none without headlines. */
  def headlines(headlines: Seq[Headline]): Seq[Grid] =
    if (headlines.isEmpty) Nil
    else
      Seq(
        Grid(
          Seq("headline", "measured", "range", "paper"),
          headlines.map { headline =>
            Seq(
              headline.name,
              headline.measured,
              headline.between.getOrElse("-"),
              headline.paper.map(Headline.number).getOrElse("-")
            )
          }
        )
      )

  private def section(result: ExperimentResult): Section = {
    val ExperimentResult(experiment, rows, found) = result
    val report = experiment.report
    Section(
      title = experiment.name,
      text = Seq(experiment.about) ++ report.says(rows) ++ result.errors ++
        found.flatMap(headline => headline.unsteady.map(reason => s"${headline.name}: unsteady: $reason")),
      charts = Some(report.charts(rows)).filter(_.nonEmpty).getOrElse(Seq(seconds(rows))),
      tables = ResultTable.grid(experiment, rows) +: headlines(found)
    )
  }

  private def seconds(rows: Seq[ResultRow]): Chart = {
    val timed = rows.filter(_.variant.isTimed)
    val spread = timed.map(row =>
      if (row.median.isDefined && row.seconds.size > 1) Some((row.seconds.min, row.seconds.max)) else None
    )
    BarChart(
      "Median seconds of each variant, with its fastest and slowest run",
      "s",
      timed.map(_.variant.name),
      Seq(Series("median", timed.map(_.median), spread))
    )
  }
}
