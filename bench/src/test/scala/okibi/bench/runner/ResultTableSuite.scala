package okibi.bench.runner

import okibi.report.TextTable

import munit.FunSuite

class ResultTableSuite extends FunSuite {
  private val stock =
    ResultRow(
      "demo",
      Variant("stock", "job", ujson.Obj(), "1g"),
      Seq(2.0, 2.2, 1.8),
      Map.empty,
      Some(ujson.Num(1)),
      None
    )
  private val other =
    stock.copy(variant = stock.variant.copy(name = "okibi"), seconds = Seq(1.0), answer = Some(ujson.Num(2)))
  private val broken = stock.copy(variant = stock.variant.copy(name = "broken"), answer = None, failure = Some("why"))

  test("names are aligned left and figures right") {
    assertEquals(
      ResultTable(Seq("name", "n"), Seq(Seq("a", "1"), Seq("long name", "100"))),
      """name         n
        |---------  ---
        |a            1
        |long name  100""".stripMargin
    )
  }

  test("a table has medians, failures and differing answers") {
    val experiment = Experiment("demo", "", Nil, runs = 1)
    assertEquals(
      TextTable(ResultTable.grid(experiment, Seq(stock, other, broken))),
      """variant  median s  spread  same answer
        |-------  --------  ------  -----------
        |stock        2.00    20 %          yes
        |okibi        1.00       -           NO
        |broken     failed    20 %            -""".stripMargin
    )
  }

  test("an answer is compared with the first answer of the same work") {
    assertEquals(
      Answers.differences(Seq(stock, other, broken)),
      Seq("demo: okibi answers 2, but the same work gave 1 before")
    )
    val otherWork = other.copy(variant = other.variant.copy(args = ujson.Obj("n" -> 1)))
    assertEquals(Answers.differences(Seq(stock, otherWork)), Nil)
  }
}
