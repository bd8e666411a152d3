package okibi.bench.runner

import okibi.bench.fixture.SampleContext
import okibi.report.{BarChart, Grid, LineChart, Series}

import munit.FunSuite

class ResultPageSuite extends FunSuite {
  private val context = SampleContext.context
  private val stock =
    ResultRow("kmeans", Variant("stock", "Job", ujson.Obj(), "1g"), Seq(4.0, 5.0, 3.0), Map.empty, None, None)
  private val failed =
    stock.copy(variant = stock.variant.copy(name = "okibi"), seconds = Nil, failure = Some("out of memory"))
  private val counted = stock.copy(variant = stock.variant.copy(name = "counted", role = VariantRole.CountedOnce))
  private val rows = Seq(stock, failed, counted)
  private val experiment = Experiment("kmeans", "about it", Nil, runs = 3)
  private val headlines = Seq(
    Headline("r", 0.5, "x", Some(0.62)),
    Headline("s", 0.5, "x", range = Some((0.4, 0.6)), unsteady = Some("stock: why"))
  )

  private def section(experiment: Experiment) =
    ResultPage.page("demo", "tiny", context, Seq(ExperimentResult(experiment, rows, headlines))).sections.head

  test("a section has its subject, errors, bars of medians, its table, and headlines beside the paper's") {
    val shown = section(experiment)
    assertEquals(shown.text, Seq("about it", "kmeans: okibi failed: out of memory", "s: unsteady: stock: why"))
    assertEquals(
      shown.charts,
      Seq(
        BarChart(
          "Median seconds of each variant, with its fastest and slowest run",
          "s",
          Seq("stock", "okibi"),
          Seq(Series("median", Seq(Some(4.0), None), Seq(Some((3.0, 5.0)), None)))
        )
      )
    )
    assertEquals(
      shown.tables,
      Seq(
        ResultTable.grid(experiment, rows),
        Grid(
          Seq("headline", "measured", "range", "paper"),
          Seq(Seq("r", "0.500 x", "-", "0.620"), Seq("s", "0.500 x", "0.400 to 0.600", "-"))
        )
      )
    )
  }

  test("an experiment's own charts and sentence replace the bars") {
    val chart = LineChart("its own", "MB", "s", Nil)
    val shown = section(
      experiment.copy(report = ExperimentReport(charts = _ => Seq(chart), says = rows => Some(s"${rows.size} rows")))
    )
    assertEquals(shown.charts, Seq(chart))
    assertEquals(shown.text.take(2), Seq("about it", "3 rows"))
  }
}
