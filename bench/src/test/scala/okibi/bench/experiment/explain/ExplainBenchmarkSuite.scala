package okibi.bench.experiment.explain

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.runner.CampaignOutcome

import munit.FunSuite

/** Whole runs, each application in a JVM of its own, at the smallest scale. */
class ExplainBenchmarkSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, parts: Set[String]): (CampaignOutcome, String) = {
    val (outcome, text) = TinyRun(ExplainBenchmark, folder, parts)
    assertEquals(outcome.errors, Nil, text)
    assert(Files.isRegularFile(folder.resolve("out/result.json")))
    (outcome, text)
  }

  folder.test("an application that is ill is run beside itself cured, and what was found is counted") { folder =>
    val (outcome, text) = run(folder, Set(TaskAilments.FailedOnce.name))
    assertEquals(
      outcome.headlines.map(_.name),
      Seq("explain.accuracy", "explain.first_right", "explain.false_alarms"),
      text
    )
    assertEquals(outcome.headlines.find(_.name == "explain.first_right").map(_.value), Some(1.0), text)
    assert(text.linesIterator.exists(_.startsWith("failed-once, cured")), text)
  }

  test("every application has a name of its own, and every ailment a rule that the report knows") {
    assertEquals(ExplainBenchmark.parts.distinct, ExplainBenchmark.parts)
    val ailments = CacheAilments.all ++ TaskAilments.all ++ DiskAilments.all
    val predicting = okibi.explain.finding.Rule.all.filterNot(_.isInstanceOf[okibi.explain.finding.Note])
    assertEquals(
      predicting.filterNot(rule => ailments.exists(_.rule == rule)).map(_.code),
      Nil,
      "rules with a prediction that no pair of runs checks"
    )
  }
}
