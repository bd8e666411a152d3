package okibi.bench.benchmark

import okibi.bench.query.tpch.TpchQuery
import okibi.bench.runner.{ResultRow, Stats, Variant}

import munit.FunSuite

class QueryTimesSuite extends FunSuite {
  private val work = ujson.Obj("queries" -> ujson.Arr("q01", "q02"), "passes" -> 3)

  private def row(seconds: (String, Double)*): ResultRow =
    ResultRow("test", Variant("v", "job", work, "1g"), Seq(1.0), seconds.toMap, None, None)

  private val times =
    QueryTimes.of(row("q01.1Seconds" -> 9, "q01.2Seconds" -> 1, "q01.3Seconds" -> 2, "q02.1Seconds" -> 4))
  private val other = QueryTimes.of(row("q01.1Seconds" -> 4, "q02.1Seconds" -> 2))

  test("a query's time is the median of its runs, or of the first of them") {
    assertEquals(times.seconds, Map("q01" -> 2.0, "q02" -> 4.0))
    assertEquals(
      QueryTimes.of(row("q01.1Seconds" -> 9, "q01.2Seconds" -> 1, "q01.3Seconds" -> 2), passes = 2).seconds,
      Map("q01" -> 5.0)
    )
  }

  test("ratios are per query, and their geometric mean weighs twice as fast and twice as slow alike") {
    val ratios = times.ratiosTo(other)
    assertEquals(ratios, Map("q01" -> 0.5, "q02" -> 2.0))
    assertEqualsDouble(Stats.geometricMean(ratios.values.toSeq), 1.0, 1e-12)
  }

  test("the better of two has the faster time of each query") {
    assertEquals(times.betterOf(other).seconds, Map("q01" -> 2.0, "q02" -> 2.0))
  }

  test("a query has its tables, and query 11 has the scale in its text") {
    assertEquals(TpchQuery(17).tables.map(_.name), Seq("part", "lineitem"))
    assertEquals(TpchQuery(2).tables.map(_.name), Seq("region", "nation", "supplier", "part", "partsupp"))
    assert(TpchQuery(11).text(0.01).contains("* 0.0100000000"), TpchQuery(11).text(0.01))
    assert(TpchQuery.all.forall(query => !query.text(1).contains(":fraction")))
  }
}
