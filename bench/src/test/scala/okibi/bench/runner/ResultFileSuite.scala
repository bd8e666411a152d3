package okibi.bench.runner

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import okibi.bench.fixture.SampleContext
import okibi.bench.protocol.TimeSeries

import munit.FunSuite

class ResultFileSuite extends FunSuite {
  private val golden: Path =
    Paths.get(System.getProperty("okibi.root"), "bench", "src", "test", "resources", "golden", "result.json")

  private val context = SampleContext.context

  private val args = ujson.Obj("vectors" -> 100)
  private val stock = ResultRow(
    "kmeans",
    Variant("stock", "Job", args, "1g"),
    Seq(4.0, 5.0, 3.0),
    Map("gcMs" -> 12.0),
    Some(ujson.Num(7)),
    None,
    Seq(TimeSeries("cpu.user", "%", 0, 1, Seq(12.346, 100))),
    Seq(MachineLoad(0.01234, 0)),
    warmUpSeconds = Seq(6.0)
  )
  private val failed = ResultRow(
    "kmeans",
    Variant("okibi", "Job", args, "1g", Seq("spark.plugins" -> "p")),
    Nil,
    Map.empty,
    None,
    Some("out of memory")
  )
  private val headlines = Seq(
    Headline("kmeans.ratio", 0.38, "x", Some(0.62)),
    Headline("filter.ratio", 0.45, "x"),
    Headline(
      "drops.ratio",
      0.9,
      "x",
      Some(0.63),
      Seq("stock"),
      range = Some((0.7, 1.25)),
      unsteady = Some("stock: too much")
    )
  )

  test("result.json is the golden file") {
    val text = ujson.write(ResultFile.json("demo", "tiny", context, Seq(stock, failed), headlines), indent = 2) + "\n"
    if (sys.env.get("UPDATE_GOLDEN").contains("1")) {
      Files.createDirectories(golden.getParent)
      Files.write(golden, text.getBytes(UTF_8))
    }
    assertEquals(new String(Files.readAllBytes(golden), UTF_8), text, s"refresh $golden with UPDATE_GOLDEN=1")
  }

  test("a headline has its figure, and the paper's figure, a range and the reason of unsteadiness where there is one") {
    assertEquals(
      headlines.map(_.line),
      Seq(
        "headline kmeans.ratio = 0.380 x (paper 0.620)",
        "headline filter.ratio = 0.450 x",
        "headline drops.ratio = 0.900 x (paper 0.630), 0.700 to 1.250; unsteady: stock: too much"
      )
    )
  }

  test("a ratio needs both variants") {
    assertEquals(
      Headline
        .ratio("r", Seq(stock, stock.copy(variant = stock.variant.copy(name = "b"), seconds = Seq(2.0))), "b", "stock"),
      Some(Headline("r", 0.5, "x", None, Seq("b", "stock")))
    )
    assertEquals(Headline.ratio("r", Seq(stock, failed), "okibi", "stock"), None)
  }
}
