package okibi.explain.report

import munit.FunSuite
import okibi.core.observe.{DiskInterval, NodeInterval}
import okibi.explain.diagnosis.Explanation
import okibi.explain.event.{BlockStatus, SampleApplication}
import okibi.explain.event.SampleApplication.memoryOnly
import okibi.explain.facts.{AppFacts, CounterSample, NodeFacts, ObservedFacts}
import okibi.explain.facts.SampleFacts._
import okibi.explain.finding.Judgement
import okibi.explain.log.LogReading

class ReportsSuite extends FunSuite {
  private val facts =
    named(new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)().facts, "<script>alert(1)</script>")
  private val explanation =
    Explanation.ofFacts(facts, LogReading(10, 3, Seq("log: cut"), isCompacted = true, Seq(2 to 2)))

  private def named(facts: AppFacts, name: String): AppFacts = facts.copy(identity = facts.identity.copy(name = name))

  private def withFacts(changed: AppFacts): Explanation =
    explanation.copy(judgement = explanation.judgement.copy(facts = changed))

  private def observing(nodes: NodeFacts*)(counters: CounterSample*): Explanation =
    withFacts(facts.copy(observed = ObservedFacts(nodes, counters)))

  test("the text begins with the verdict and ends with the cautions") {
    val lines = TextReport(explanation).linesIterator.toSeq
    assertEquals(
      lines.head,
      "Verdict   skew: Stage 0 waits for one task of 30.0 s; its median task takes 1.0 s."
    )
    assertEquals(
      lines.filter(_.startsWith("Caution")),
      Seq(
        "Caution   The log ends in the middle: log: cut. Later events are missing, and figures of what ran then are " +
          "lower bounds.",
        "Caution   3 lines of the log are no events and were skipped: figures of their stages are lower bounds.",
        "Caution   1 file of the rolling log is missing (2): figures of their time are too low.",
        "Caution   Spark has compacted the log: it has no events of jobs that had ended by then."
      )
    )
  }

  test("notes follow the fixes") {
    val idle = new SampleApplication(8).stage(Seq(10000L))().facts
    val lines = TextReport(Explanation.ofFacts(idle, LogReading(1))).linesIterator.toSeq
    val note = lines.indexWhere(
      _.startsWith(
        "Note      Cores were busy for 13 % of the time that the application had them. Change: spark.dynamicAllocation"
      )
    )
    assert(note > lines.indexWhere(_.startsWith("Fix 1")), lines.mkString("\n"))
  }

  test("a caution names machines whose clocks differ from the driver's") {
    val facts = new SampleApplication(2).stage(Seq(10000L))().facts
    def node(host: String, aheadMs: Long = 0) = NodeFacts(host, 2, Nil, Nil, IndexedSeq.empty, aheadMs)
    def cautions(nodes: NodeFacts*): Seq[String] =
      Explanation.ofFacts(facts.copy(observed = ObservedFacts(nodes, Nil)), LogReading(1)).cautions
    assertEquals(cautions(node("a")), Nil)
    val Seq(caution) = cautions((1 to 7).map(i => node(s"host$i", aheadMs = i * 10000L)): _*)
    assert(
      caution.startsWith(
        "Clocks differ from the driver's: the clock of host7 by at least 70 s ahead, the clock of host6 "
      ),
      caution
    )
    assert(caution.contains("the clock of host3 by at least 30 s ahead, and 2 more. What these"), caution)
  }

  test("JSON has the findings, the stages and the cautions") {
    val json = ujson.read(JsonReport(explanation))
    assertEquals(json("findings")(0)("code").str, "skew")
    assertEquals(json("stages")(0)("taskSeconds").obj.values.map(_.num).sum, 46.0)
    assertEquals(json("cautions").arr.size, 4)
  }

  test("the text, the page and JSON say why partitions were kept in memory or not") {
    val totals = Map("memoryHits" -> 4L, "decidedFitsFree" -> 3L, "decidedWorthLess" -> 40L)
    val counted = observing()(CounterSample(facts.startedMs, totals))
    assert(TextReport(counted).contains("; decisions: 40 worth-less, 3 fits-free\n"), TextReport(counted))
    assert(HtmlReport(counted).contains("decisions on memory"), "the page has the table")
    assertEquals(ujson.read(JsonReport(counted))("counters")(0)("decidedWorthLess").num, 40.0)
  }

  test("JSON escapes every character that could move the cursor of a terminal") {
    val json = JsonReport(withFacts(named(facts, "a\u009b2J\u202e")))
    assert(json.forall(c => c == '\n' || c >= ' ' && c < 0x7f), json)
    assertEquals(ujson.read(json)("application")("name").str, "a\u009b2J\u202e")
  }

  test("a page of a long application draws some hundreds of points for a machine, and no idle disk") {
    val intervals = (0 until 36000).map(i =>
      NodeInterval(facts.startedMs + i * 1000L, 1000, 50, 2, 3, 1000, 10, Seq(DiskInterval(1024, 0, 100)))
    )
    val html = HtmlReport(observing(NodeFacts("host", 4, Seq("sda", "sdb"), Nil, intervals))())
    assert(html.contains("sda read") && !html.contains("sdb"), html.take(5000))
    assert(html.length < 1000000, html.length)
  }

  test("charts show a fix for cached data: its stages are shaded, and its RDD comes first with a bar beside it") {
    def rdd(id: Int) = SampleApplication.rdd(id, s"rdd$id", 8, Some(memoryOnly))
    def stored(id: Int, partitions: Int)(p: Int) =
      if (p < partitions) Seq(BlockStatus(s"rdd_${id}_$p", memoryOnly, 100000000, 0)) else Nil
    val first = new SampleApplication(2)
      .cached(rdd(1))((0 until 8).map(p => (1000L, stored(1, 8)(p))): _*)
      .cached(rdd(3))((0 until 8).map(p => (10000L, stored(3, 4)(p))): _*)
    val app = (1 to 3).foldLeft(first) { (stages, _) =>
      stages.idle(5000).cached(rdd(3))((0 until 8).map(p => (if (p < 4) 1000L else 9000L, Nil)): _*)
    }
    val explanation = Explanation(Judgement.of(app.facts).copy(notes = Nil), LogReading(1))
    val html = HtmlReport(explanation)
    assertEquals(
      "<figure class=\"chosen\"><figcaption>([^<]*) rdd".r.findAllMatchIn(html).map(_.group(1)).toSeq,
      Seq("fix 1: RDD 3")
    )
    assert(html.indexOf("RDD 3 rdd3,") < html.indexOf("RDD 1 rdd1,"), "it comes first")
    val shaded =
      "\"marked\":(\\[[^\\]]*\\])".r.findAllMatchIn(html).map(found => ujson.read(found.group(1)).arr.toSeq).toSeq
    assert(shaded.nonEmpty && shaded.forall(_.size == 3), shaded)
    assertEquals(shaded.head.map(_("name").str), Seq("fix 1", "", ""))
    val finding = ujson.read(JsonReport(explanation))("findings")(0)
    assertEquals((finding("rdd").num, finding("stages").arr.map(_.num).toSeq), (3.0, Seq(2.0, 3.0, 4.0)))
  }

  test("no text of a log becomes markup") {
    val html = HtmlReport(explanation)
    assert(!html.contains("<script>alert"), html)
    assert(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), html)
    assert(html.contains("one task of 30.0 s"), html)
  }
}
