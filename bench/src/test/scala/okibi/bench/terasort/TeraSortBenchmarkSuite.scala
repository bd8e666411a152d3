package okibi.bench.terasort

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.TempFolder
import okibi.bench.catalog.{Benchmark, BenchOptions, BenchScale}
import okibi.bench.runner.Outcome

import munit.FunSuite

/** Whole runs on real servers at the smallest scale. */
class TeraSortBenchmarkSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 10.minutes

  private def run(folder: Path, local: Boolean, parts: String*): (Outcome, ujson.Value, String) = {
    val options = BenchOptions(BenchScale.Tiny, None, parts.toSet, Set.empty, Set.empty, 1, folder.resolve("out"), folder.resolve("data"), None, 0, Nil, local = local)
    val out = new StringWriter
    val outcome = Benchmark.campaign(TeraSortBenchmark.name, options).run(new PrintWriter(out))
    assertEquals(outcome.errors, Nil, s"$out\n${logs(folder)}")
    (outcome, ujson.read(Files.readString(folder.resolve("out/result.json"))), out.toString)
  }

  private def logs(folder: Path): String = {
    val files = Files.list(folder.resolve("out/logs"))
    try files.toArray.map(file => s"$file:\n${Files.readString(file.asInstanceOf[Path]).linesIterator.toSeq.takeRight(20).mkString("\n")}").mkString("\n")
    finally files.close()
  }

  folder.test("on YARN both collectors and Spark sort the same records, and phases of all three jobs are predicted") { folder =>
    val (outcome, _, text) = run(folder, local = false, TeraSortBenchmark.parts: _*)
    val names = outcome.headlines.map(_.name).toSet
    Seq("terasort.ratio", "model.error.map", "model.error.reduce", "model.error.wordcount", "model.error.loganalysis").foreach(name => assert(names(name), (name, text)))
    assert(text.contains("start of tasks s") && text.contains("merge s"), text)
    assertEquals(folder.resolve("out").toFile.list().filter(_.startsWith("work-")).toSeq, Nil)
  }

  folder.test("the local job runner does it without YARN") { folder =>
    val (outcome, _, text) = run(folder, local = true, TeraSortBenchmark.sorting)
    assert(outcome.headlines.exists(_.name == "terasort.ratio"), text)
    assert(text.contains("the local job runner"), text)
  }
}
