package okibi.bench.experiment.explain

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.runner.CampaignOutcome

import munit.FunSuite
import org.junit.experimental.categories.Category

/** Complete runs, each application in a JVM of its own, at the smallest scale. */
@Category(Array(classOf[Process]))
class ExplainBenchmarkSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def run(folder: Path, parts: Set[String]): (CampaignOutcome, String) = {
    val (outcome, text) = TinyRun(ExplainBenchmark, folder, parts)
    assertEquals(outcome.errors, Nil, text)
    assert(Files.isRegularFile(folder.resolve("out/result.json")))
    (outcome, text)
  }

  folder.test("an application with a problem runs beside its cured form, and right findings are counted") { folder =>
    val (outcome, text) = run(folder, Set(TaskAilments.FailedOnce.name))
    assertEquals(
      outcome.headlines.map(_.name),
      Seq("explain.accuracy", "explain.first_right", "explain.false_alarms"),
      text
    )
    assertEquals(outcome.headlines.find(_.name == "explain.first_right").map(_.value), Some(1.0), text)
    assert(text.linesIterator.exists(_.startsWith("failed-once, cured")), text)
  }

  test("every application has a unique name, and every rule with a prediction has an application") {
    assertEquals(ExplainBenchmark.parts.distinct, ExplainBenchmark.parts)
    val ailments = CacheAilments.all ++ TaskAilments.all ++ DiskAilments.all
    val predicting = okibi.explain.finding.FindingRules.all.filterNot(_.isInstanceOf[okibi.explain.finding.NoteRule])
    assertEquals(
      predicting.filterNot(rule => ailments.exists(_.rule == rule)).map(_.code),
      Nil,
      "rules with a prediction that no application checks"
    )
  }
}
