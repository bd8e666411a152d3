package okibi.explain.compare

import munit.FunSuite
import okibi.explain.diagnosis.Explanation
import okibi.explain.event.SampleApplication
import okibi.explain.facts.AppFacts
import okibi.explain.facts.SampleFacts._
import okibi.explain.log.LogReading

class RunComparisonSuite extends FunSuite {
  private def compared(first: AppFacts, second: AppFacts): RunComparison =
    RunComparison(Explanation.ofFacts(first, LogReading(1)), Explanation.ofFacts(second, LogReading(1)))

  test("groups with the greatest difference come first, and settings of single runs do not differ") {
    def run(directories: String, id: String, ms: Long): AppFacts =
      new SampleApplication(4, "spark.local.dir" -> directories, "spark.app.id" -> id)
        .stage(Seq.fill(8)(1000L))()
        .stage(Seq.fill(8)(ms))()
        .facts
    val comparison = compared(run("/a", "x", 20000), run("/a,/b", "y", 4000))
    assertEquals(comparison.groups.map(_.name), Seq("stage 1", "stage 0"))
    assertEquals(comparison.settings, Seq(SettingPair("spark.local.dir", Some("/a"), Some("/a,/b"))))
  }

  test("a finding of the first run only is gone") {
    val skewed = new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)().facts
    val comparison = compared(skewed, new SampleApplication(4).stage(Seq.fill(16)(1500L))().facts)
    assertEquals(comparison.gone.map(_.rule.code), Seq("skew"))
    assertEquals(comparison.added, Nil)
  }

  test("another version of Spark has the same call on another line") {
    def run(version: String, line: Int): AppFacts = {
      val facts = new SampleApplication(2).named(s"sum at A.scala:$line").stage(Seq(1000L))().facts
      facts.copy(identity = facts.identity.copy(sparkVersion = version))
    }
    assertEquals(compared(run("3.5.8", 12), run("4.1.0", 15)).groups.map(_.name), Seq("sum at A.scala"))
    assertEquals(compared(run("4.1.0", 12), run("4.1.0", 15)).groups.size, 2)
  }
}
