package okibi.explain.report

import munit.FunSuite
import okibi.core.observe.{DiskInterval, NodeInterval}
import okibi.explain.diagnosis.Explanation
import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{Block, Level, Rdd}
import okibi.explain.facts.NodeFacts
import okibi.explain.finding.Rule
import okibi.explain.log.Reading

class ReportsSuite extends FunSuite {
  private val facts =
    new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)().facts.copy(name = "<script>alert(1)</script>")
  private val explanation = Explanation(
    facts,
    Rule.findings(facts),
    Rule.notes(facts),
    Reading(10, 3, Seq("log: cut"), isCompacted = true, Seq(2 to 2), isOpen = true)
  )

  test("the text begins with the verdict and ends with what makes it uncertain") {
    val lines = TextReport(explanation).linesIterator.toSeq
    assertEquals(
      lines.head,
      "Verdict   skew: stage 0: One task takes 30.0 s, the median 1.0 s: the stage waits for it."
    )
    assertEquals(lines.count(_.startsWith("Caution")), 4, lines.mkString("\n"))
  }

  test("notes come after what would help") {
    val idle = new SampleApplication(8).stage(Seq(10000L))().facts
    val lines = TextReport(
      Explanation(
        idle,
        Rule.findings(idle),
        Rule.notes(idle),
        Reading(1, 0, Nil, isCompacted = false, Nil, isOpen = false)
      )
    ).linesIterator.toSeq
    val note = lines.indexWhere(
      _.startsWith(
        "Note      Cores were busy for 13 % of the time that the application had them. Change: spark.dynamicAllocation"
      )
    )
    assert(note > lines.indexWhere(_.startsWith("Fix 1")), lines.mkString("\n"))
  }

  test("machines whose clocks are not the driver's") {
    val made = new SampleApplication(2).stage(Seq(10000L))().facts
    def cautions(nodes: NodeFacts*): Seq[String] = Explanation(
      made.copy(nodes = nodes),
      Nil,
      Nil,
      Reading(1, 0, Nil, isCompacted = false, Nil, isOpen = false)
    ).cautions
    assertEquals(cautions(NodeFacts("a", 2, Nil, Nil, IndexedSeq.empty)), Nil)
    val said =
      cautions((1 to 7).map(i => NodeFacts(s"host$i", 2, Nil, Nil, IndexedSeq.empty, aheadMs = i * 10000L)): _*)
    assertEquals(said.size, 1)
    assert(
      said.head.startsWith("clocks differ from the driver's, that of host7 by at least 70 s ahead, that of host6"),
      said
    )
    assert(said.head.contains("host3 by at least 30 s ahead, and 2 more: what"), said)
  }

  test("JSON has the same") {
    val json = ujson.read(JsonReport(explanation))
    assertEquals(json("findings")(0)("code").str, "skew")
    assertEquals(json("stages")(0)("taskSeconds").obj.values.map(_.num).sum, 46.0)
    assertEquals(json("cautions").arr.size, 4)
  }

  test("why partitions were kept in memory or not is in the text, on the page and in JSON") {
    val counted = explanation.copy(facts =
      facts.copy(counters =
        Seq(facts.started -> Map("memoryHits" -> 4L, "decidedFitsFree" -> 3L, "decidedWorthLess" -> 40L))
      )
    )
    assert(TextReport(counted).contains("; decisions: 40 worth-less, 3 fits-free\n"), TextReport(counted))
    assert(HtmlReport(counted).contains("decisions on memory"), "the page has the table")
    assertEquals(ujson.read(JsonReport(counted))("counters")(0)("decidedWorthLess").num, 40.0)
  }

  test("no character of a name reaches the terminal as what moves its cursor") {
    val json = JsonReport(explanation.copy(facts = facts.copy(name = "a\u009b2J\u202e")))
    assert(json.forall(c => c == '\n' || c >= ' ' && c < 0x7f), json)
    assertEquals(ujson.read(json)("application")("name").str, "a\u009b2J\u202e")
  }

  test("a page of a long application draws some hundreds of points a machine, and no disk that did nothing") {
    val intervals = (0 until 36000).map(i =>
      NodeInterval(facts.started + i * 1000L, 1000, 50, 2, 3, 1000, 10, Seq(DiskInterval(1024, 0, 100)))
    )
    val html = HtmlReport(
      explanation.copy(facts = facts.copy(nodes = Seq(NodeFacts("host", 4, Seq("sda", "sdb"), Nil, intervals))))
    )
    assert(html.contains("sda read") && !html.contains("sdb"), html.take(5000))
    assert(html.length < 1000000, html.length)
  }

  test("a fix for cached data is seen in the charts: its stages are shaded, its RDD comes first with a bar beside it") {
    val level = Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)
    def rdd(id: Int) = Rdd(id, s"rdd$id", Nil, 8, Some(level), 0, 0, 0)
    def stored(id: Int, partitions: Int)(p: Int) =
      if (p < partitions) Seq(Block(s"rdd_${id}_$p", level, 100000000, 0)) else Nil
    val made = new SampleApplication(2)
      .cached(rdd(1))((0 until 8).map(p => (1000L, stored(1, 8)(p))): _*)
      .cached(rdd(3))((0 until 8).map(p => (10000L, stored(3, 4)(p))): _*)
    (1 to 3).foreach(_ => made.idle(5000).cached(rdd(3))((0 until 8).map(p => (if (p < 4) 1000L else 9000L, Nil)): _*))
    val facts = made.facts
    val explanation =
      Explanation(facts, Rule.findings(facts), Nil, Reading(1, 0, Nil, isCompacted = false, Nil, isOpen = false))
    val html = HtmlReport(explanation)
    assertEquals(
      "<figure class=\"chosen\"><figcaption>([^<]*) rdd".r.findAllMatchIn(html).map(_.group(1)).toSeq,
      Seq("fix 1: RDD 3")
    )
    assert(html.indexOf("RDD 3 rdd3,") < html.indexOf("RDD 1 rdd1,"), "it comes first")
    val shaded =
      "\"marked\":(\\[[^\\]]*\\])".r.findAllMatchIn(html).map(its => ujson.read(its.group(1)).arr.toSeq).toSeq
    assert(shaded.nonEmpty && shaded.forall(_.size == 3), shaded)
    assertEquals(shaded.head.map(_("name").str), Seq("fix 1", "", ""))
    val finding = ujson.read(JsonReport(explanation))("findings")(0)
    assertEquals((finding("rdd").num, finding("stages").arr.map(_.num).toSeq), (3.0, Seq(2.0, 3.0, 4.0)))
  }

  test("nothing of a log becomes markup") {
    val html = HtmlReport(explanation)
    assert(!html.contains("<script>alert"), html)
    assert(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), html)
    assert(html.contains("One task takes 30.0 s"), html)
  }
}
