package okibi.explain.page

import munit.FunSuite
import okibi.explain.{Explanation, Made}
import okibi.explain.finding.Rule
import okibi.explain.log.Reading
import okibi.explain.text.TextReport

class ReportsSuite extends FunSuite {
  private val facts = new Made(4).stage(Seq.fill(16)(1000L) :+ 30000L)().facts.copy(name = "<script>alert(1)</script>")
  private val explanation = Explanation(facts, Rule.findings(facts), Reading(10, 3, Seq("log: cut"), isCompacted = true, Seq(2), isOpen = true))

  test("the text begins with the verdict and ends with what makes it uncertain") {
    val lines = TextReport(explanation).linesIterator.toSeq
    assertEquals(lines.head, "Verdict   stage 0: One task takes 30.0 s, the median 1.0 s: the stage waits for it.")
    assertEquals(lines.count(_.startsWith("Caution")), 4, lines.mkString("\n"))
  }

  test("JSON has the same") {
    val json = ujson.read(JsonReport(explanation))
    assertEquals(json("findings")(0)("code").str, "skew")
    assertEquals(json("stages")(0)("taskSeconds").obj.values.map(_.num).sum, 46.0)
    assertEquals(json("cautions").arr.size, 4)
  }

  test("nothing of a log becomes markup") {
    val html = HtmlReport(explanation)
    assert(!html.contains("<script>alert"), html)
    assert(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), html)
    assert(html.contains("One task takes 30.0 s"), html)
  }
}
