package okibi.explain.finding

import munit.FunSuite
import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._

class RedactedFindingsSuite extends FunSuite {
  test("facts and findings have the names and reasons of an application without their secrets") {
    val url = "jdbc:x://joe:p4ss@db"
    val rdd = SampleApplication.rdd(1, s"JDBC $url", 8)
    val app = (1 to 3).foldLeft(new SampleApplication(2).named(s"count of $url")) { (stages, _) =>
      stages.stage(Seq.fill(8)(1000L))(rdds = Seq(rdd))
    }
    val facts = app.failed(8, 1000).lost(s"exit code 1: java --password p4ss").facts
    val found = FindingRules.findings(facts)
    assert(found.exists(_.rule == LostWorkRule), found)
    assert(found.exists(_.summary.contains("(JDBC jdbc:x://(hidden)@db)")), found)
    val texts = facts.stages.map(_.name) ++ found.flatMap(finding => finding.summary +: finding.evidence)
    assert(!texts.exists(_.contains("p4ss")), texts)
  }
}
