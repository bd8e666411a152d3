package okibi.bench.experiment.terasort

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.benchmark.BenchOptions
import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.runner.CampaignOutcome

import munit.FunSuite

/** Complete runs on real servers at the smallest scale. Each place where jobs run has a suite of its own, because
  * suites run side by side.
  */
abstract class TeraSortRuns extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 10.minutes

  protected def run(
      folder: Path,
      parts: Seq[String],
      adapt: BenchOptions => BenchOptions = identity
  ): (CampaignOutcome, ujson.Value, String) = {
    val (outcome, text) = TinyRun(TeraSortBenchmark, folder, parts.toSet, adapt)
    assertEquals(outcome.errors, Nil, s"$text\n${logs(folder)}")
    (outcome, ujson.read(Files.readString(folder.resolve("out/result.json"))), text)
  }

  private def logs(folder: Path): String = {
    val files = Files.list(folder.resolve("out/logs"))
    try
      files.toArray
        .map(file =>
          s"$file:\n${Files.readString(file.asInstanceOf[Path]).linesIterator.toSeq.takeRight(20).mkString("\n")}"
        )
        .mkString("\n")
    finally files.close()
  }

  protected def assertHeadlines(outcome: CampaignOutcome, names: String*): Unit = {
    val found = outcome.headlines.map(_.name).toSet
    names.foreach(name => assert(found(name), (name, found)))
  }
}
