package okibi.spark.ui

import munit.FunSuite
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{BlockStatus, PersistenceLevel, SampleApplication}
import okibi.explain.facts.AppFacts
import okibi.explain.finding.Judgement

class TabPageSuite extends FunSuite {
  private def html(judgement: Judgement, counted: Map[String, Long] = Map.empty): String =
    TabPage(judgement, counted).mkString

  private val level = SampleApplication.memoryAndDisk
  private val hostile = "<script>alert(1)</script>\"'&\u0001"

  /** Eight partitions: two in memory, one that left it for the disk, the others nowhere. */
  private def cached(name: String): SampleApplication = {
    val rdd = SampleApplication.rdd(3, name, 8, Some(level))
    def block(partition: Int, level: PersistenceLevel): BlockStatus =
      BlockStatus(s"rdd_3_$partition", level, 100000000, 0)
    new SampleApplication(2)
      .cached(rdd)(
        (0 until 8).map(p =>
          (
            10000L,
            if (p < 2) Seq(block(p, level))
            else if (p == 2) Seq(block(p, level), block(p, level.copy(memory = false)))
            else Nil
          )
        ): _*
      )
      .cached(rdd)((0 until 8).map(p => (if (p < 2) 1000L else 9000L, Nil)): _*)
  }

  test("the page shows the verdict, what would help, the map of cached partitions, and when they were evicted") {
    val page = html(Judgement.of(cached("points").facts))
    assert(page.contains("<strong>cache-thrash: RDD 3 (points) does not fit in memory"), page)
    assert(page.contains("spark.plugins=okibi.spark.OkibiPlugin"), page)
    assertEquals(
      "class=\"okibi-cell okibi-memory\" title=\"partition \\d, evicted 0 times\"".r.findAllIn(page).size,
      2,
      page
    )
    assertEquals(
      "class=\"okibi-cell okibi-disk okibi-dropped\" title=\"partition 2, evicted 1 time\"".r.findAllIn(page).size,
      1,
      page
    )
    assert(page.contains("Evicted blocks, over time"), page)
    assert(page.contains("<td>nowhere: computed again</td><td>5</td>"), page)
  }

  test(
    "with Okibi's counters, the page shows where reads found partitions, and how many indexes ruled out"
  ) {
    val page = html(
      Judgement.of(cached("points").facts),
      Map("memoryHits" -> 30L, "diskHits" -> 10L, "partitionsPruned" -> 90L, "partitionsKept" -> 10L)
    )
    assert(page.contains("<td>memory</td><td>30</td><td>75 %</td>"), page)
    assert(page.contains("Indexes ruled out 90 of 100 partitions"), page)
  }

  test("the page shows the reasons of decisions on memory, the most frequent first") {
    val page = html(
      Judgement.of(cached("points").facts),
      Map("decidedFitsFree" -> 3L, "decidedWorthLess" -> 40L, "decidedTooLarge" -> 0L)
    )
    val rows = "<tr><td>([a-z-]+)</td><td>(\\d+)</td><td>[^<]+\\.</td></tr>".r
      .findAllMatchIn(page)
      .map(row => row.group(1) -> row.group(2))
      .toSeq
    assertEquals(rows, Seq("worth-less" -> "40", "fits-free" -> "3"), page)
    assert(!html(Judgement.of(cached("points").facts), Map("memoryHits" -> 1L)).contains("Decisions on memory"))
  }

  test("names cannot become markup") {
    val page = html(Judgement.of(cached(hostile).facts))
    assert(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), page)
    assert(!page.contains("<script") && !page.contains("\u0001"), page)
  }

  test("the page of an application without events says so") {
    assert(html(new FactsListener(PartialFunction.empty).judgement).contains("So far: nothing stands out"))
  }
}
