package okibi.bench.terasort

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.TempFolder
import okibi.bench.catalog.{Benchmark, BenchOptions, BenchScale}
import okibi.bench.hdfs.HadoopSite
import okibi.bench.runner.{Outcome, RunContext, RunScope}
import okibi.bench.yarn.{HadoopClassPath, MapReducePlace}

import munit.FunSuite

/** Whole runs on real servers at the smallest scale. */
class TeraSortBenchmarkSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 10.minutes

  private def run(folder: Path, local: Boolean, parts: String*): (Outcome, ujson.Value, String) = run(folder, parts, _.copy(local = local))

  private def run(folder: Path, parts: Seq[String], where: BenchOptions => BenchOptions): (Outcome, ujson.Value, String) = {
    val options = where(BenchOptions(BenchScale.Tiny, None, parts.toSet, Set.empty, Set.empty, 1, folder.resolve("out"), folder.resolve("data"), None, 0, Nil))
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

  private def assertHeadlines(outcome: Outcome, names: String*): Unit = {
    val found = outcome.headlines.map(_.name).toSet
    names.foreach(name => assert(found(name), (name, found)))
  }

  folder.test("on YARN both collectors and Spark sort the same records, and both phases are predicted") { folder =>
    val (outcome, _, text) = run(folder, local = false, TeraSortBenchmark.sorting)
    assertHeadlines(outcome, "terasort.ratio", "terasort.vs_spark", "model.error.map", "model.error.reduce")
    assert(text.contains("start of tasks s") && text.contains("merge s"), text)
    assertEquals(folder.resolve("out").toFile.list().filter(_.startsWith("work-")).toSeq, Nil)
  }

  folder.test("the local job runner does it without YARN, counts words and analyses a log") { folder =>
    val (outcome, result, text) = run(folder, local = true, TeraSortBenchmark.parts: _*)
    assertHeadlines(outcome, "terasort.ratio", "model.error.wordcount", "loganalysis.ratio")
    val answers = result("rows").arr.filter(row => row("param")("experiment").str == "wordcount" && row("param")("timed").bool).map(_("answer"))
    assert(answers.size == 2 && answers.forall(answer => answer("words").num > 100000 && answer("different").num > 1000), answers)
    assert(text.contains("the local job runner"), text)
  }

  folder.test("a cluster that somebody else runs takes the jobs, and the jars with them") { folder =>
    val scope = new RunScope(folder.resolve("cluster"))
    try {
      val classPath = HadoopClassPath.of(RunContext.root.toAbsolutePath)
      val settled = MapReducePlace.Pseudo.settle(scope, folder.resolve("logs"), classPath, tasks = 2, TeraSortScale.of(BenchScale.Tiny).taskHeap, Nil)
      // Its tasks know Hadoop alone.
      val conf = HadoopSite.write(folder.resolve("conf"), settled.settings.toMap.updated("mapreduce.application.classpath", classPath.hadoop).toSeq)
      val (outcome, _, text) = run(folder, Seq(TeraSortBenchmark.wordCount), _.copy(cluster = Some(conf)))
      assertEquals(outcome.headlines.map(_.name), Seq("wordcount.ratio"))
      assert(text.contains(s"the cluster of $conf") && text.contains(Predicted.elsewhere) && !text.contains("predicted s"), text)
    } finally scope.close()
  }
}
