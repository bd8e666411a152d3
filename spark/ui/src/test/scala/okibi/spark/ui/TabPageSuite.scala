package okibi.spark.ui

import munit.FunSuite
import okibi.explain.Made
import okibi.explain.event.{Block, Level, Rdd}
import okibi.explain.facts.AppFacts
import okibi.explain.finding.Rule

class TabPageSuite extends FunSuite {
  private def judged(facts: AppFacts): JudgedFacts = JudgedFacts(facts, Rule.findings(facts), Rule.notes(facts))
  private def html(judged: JudgedFacts, counted: Map[String, Long] = Map.empty): String =
    TabPage(judged, counted).mkString

  private val level = Level(disk = true, memory = true, offHeap = false, deserialized = true, replication = 1)
  private val hostile = "<script>alert(1)</script>\"'&\u0001"

  /** Eight partitions: two in memory, one that left it for the disk, the others nowhere. */
  private def cached(name: String): Made = {
    val rdd = Rdd(3, name, Nil, 8, Some(level), 0, 0, 0)
    def block(partition: Int, level: Level): Block = Block(s"rdd_3_$partition", level, 100000000, 0)
    new Made(2)
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

  test("the verdict, what would help, the map of cached partitions, and when they left memory") {
    val page = html(judged(cached("points").facts))
    assert(page.contains("<strong>cache-thrash: RDD 3 (points) does not fit memory"), page)
    assert(page.contains("spark.plugins=okibi.spark.OkibiPlugin"), page)
    assertEquals(
      "class=\"okibi-cell okibi-memory\" title=\"partition \\d, left memory 0 times\"".r.findAllIn(page).size,
      2,
      page
    )
    assertEquals(
      "class=\"okibi-cell okibi-disk okibi-dropped\" title=\"partition 2, left memory 1 times\"".r.findAllIn(page).size,
      1,
      page
    )
    assert(page.contains("Blocks that left memory, over time"), page)
    assert(page.contains("<td>nowhere, made again</td><td>5</td>"), page)
  }

  test("Okibi's own counters, where it has them, say where reads found their partitions, and how many indexes spared") {
    val page = html(
      judged(cached("points").facts),
      Map("memoryHits" -> 30L, "diskHits" -> 10L, "partitionsPruned" -> 90L, "partitionsKept" -> 10L)
    )
    assert(page.contains("<td>memory</td><td>30</td><td>75 %</td>"), page)
    assert(page.contains("Indexes spared 90 of 100 partitions"), page)
  }

  test("decisions on memory are there by their reasons, the most frequent first") {
    val page = html(
      judged(cached("points").facts),
      Map("decidedFitsFree" -> 3L, "decidedWorthLess" -> 40L, "decidedTooLarge" -> 0L)
    )
    val rows = "<tr><td>([a-z-]+)</td><td>(\\d+)</td><td>[^<]+\\.</td></tr>".r
      .findAllMatchIn(page)
      .map(row => row.group(1) -> row.group(2))
      .toSeq
    assertEquals(rows, Seq("worth-less" -> "40", "fits-free" -> "3"), page)
    assert(!html(judged(cached("points").facts), Map("memoryHits" -> 1L)).contains("Decisions on memory"))
  }

  test("names cannot become markup") {
    val page = html(judged(cached(hostile).facts))
    assert(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), page)
    assert(!page.contains("<script") && !page.contains("\u0001"), page)
  }

  test("an application of which nothing is known yet") {
    assert(html(new FactsListener(PartialFunction.empty).judged).contains("So far: nothing stands out"))
  }
}
