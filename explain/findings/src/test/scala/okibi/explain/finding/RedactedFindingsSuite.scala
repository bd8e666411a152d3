package okibi.explain.finding

import munit.FunSuite
import okibi.explain.event.{Rdd, SampleApplication}
import okibi.explain.facts.SampleFacts._

class RedactedFindingsSuite extends FunSuite {
  test("names and reasons of an application are shown without secrets by whoever shows them") {
    val url = "jdbc:x://joe:p4ss@db"
    val rdd = Rdd(1, s"JDBC $url", Nil, 8, None, 0, 0, 0)
    val made = new SampleApplication(2).named(s"count of $url")
    (1 to 3).foreach(_ => made.stage(Seq.fill(8)(1000L))(rdds = Seq(rdd)))
    val facts = made.failed(8, 1000).lost(s"exit code 1: java --password p4ss").facts
    val found = Rule.findings(facts)
    assert(found.exists(_.rule == LostWork) && found.exists(_.says.contains("(JDBC jdbc:x://(hidden)@db)")), found)
    assert(
      !(facts.stages.map(_.name) ++ found.flatMap(its => its.says +: its.evidence)).exists(_.contains("p4ss")),
      found
    )
  }
}
