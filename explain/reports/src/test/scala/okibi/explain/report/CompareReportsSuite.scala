package okibi.explain.report

import munit.FunSuite
import okibi.explain.compare.RunComparison
import okibi.explain.diagnosis.Explanation
import okibi.explain.event.SampleApplication
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._
import okibi.explain.log.LogReading

class CompareReportsSuite extends FunSuite {
  private def compared(first: SampleApplication, second: SampleApplication): RunComparison =
    RunComparison(Explanation.ofFacts(first.facts, LogReading(1)), Explanation.ofFacts(second.facts, LogReading(1)))

  test("the verdict has the difference, its stages and the part of the tasks' time") {
    def run(ms: Long): SampleApplication = {
      // A second of computing; the rest is waiting for a disk.
      val waiting = (ms: Long) => computing(1000).running(ms)
      new SampleApplication(4).stage(Seq.fill(8)(1000L))().stage(Seq.fill(8)(ms))(waiting)
    }
    assertEquals(
      CompareTextReport.verdict(compared(run(20000), run(4000))),
      "B takes 10.0 s, 0.24 of the 42.0 s that A takes; most of the difference is in 'stage 1', where tasks took " +
        "152.0 -> 24.0 s of unexplained waiting: disks, locks, Python."
    )
  }

  test("runs that differ by little are the same") {
    def run(ms: Long): SampleApplication = new SampleApplication(2).stage(Seq.fill(4)(ms))()
    val verdict = CompareTextReport.verdict(compared(run(1000), run(1020)))
    assert(verdict.startsWith("no change: "), verdict)
  }

  test("a stage that only one run has, and a finding that is gone") {
    val skewed = new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)().stage(Seq.fill(8)(20000L))()
    val even = new SampleApplication(4).stage(Seq.fill(16)(1500L))()
    val comparison = compared(skewed, even)
    assertEquals(
      CompareTextReport.verdict(comparison),
      "B takes 6.0 s, 0.08 of the 74.0 s that A takes; only A has 'stage 1', which takes 40.0 s."
    )
    val text = CompareTextReport(comparison)
    assert(text.linesIterator.exists(_.startsWith("Gone      skew: Stage 0 waits for one task of 30.0 s")), text)
    val json = ujson.read(CompareJsonReport(comparison))
    assertEquals((json("gone")(0)("code").str, json("stages")(0)("b").isNull), ("skew", true))
  }
}
