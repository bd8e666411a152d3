package okibi.bench

import java.io.{PrintWriter, StringWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.bench.benchmark.{BenchOptions, BenchScale, BenchSelection, Benchmark, BenchmarkPlan}
import okibi.bench.fixture.{CrashingJob, EchoJob, TempFolder}
import okibi.bench.protocol.Job
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, RunOutput, RunScope, UsageException, Variant}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class AllBenchmarksSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private final class Fake(
      override val name: String,
      job: Job,
      setUp: (RunScope, Seq[Experiment]) => Seq[Experiment] = (_, planned) => planned
  ) extends Benchmark {
    override val about = "a fake"
    override val source = "table 1"
    override def plan(options: BenchOptions): BenchmarkPlan = BenchmarkPlan(
      Seq(
        Experiment(
          name,
          "about",
          Seq("a", "b").map(Variant(_, job.mainClass, ujson.Obj("n" -> 1), "64m")),
          runs = 1,
          ExperimentReport(headlines = rows => Headline.ratio(s"$name.ratio", rows, "a", "b").toSeq)
        )
      ),
      storageBytes = 1,
      setUp = setUp
    )
  }
  private object Refusing extends Benchmark {
    override val name = "refusing"
    override val about = "a fake"
    override val source = "table 2"
    override def plan(options: BenchOptions): BenchmarkPlan = throw new UsageException("--dir: none given.")
  }

  private def options(out: Path) =
    BenchOptions(BenchScale.Tiny, RunOutput(out), out.resolve("data"), seed = 1)

  folder.test("all benchmarks run, each in its folder, even when some fail, and end with every headline and one page") {
    folder =>
      val out = new StringWriter
      val setUp = (_: RunScope, _: Seq[Experiment]) => throw new UsageException("--dir: full by now.")
      val exitCode = AllBenchmarks.run(
        options(folder),
        new PrintWriter(out),
        Seq(new Fake("crash", CrashingJob), new Fake("full", EchoJob, setUp), new Fake("good", EchoJob))
      )
      assertEquals(exitCode, 1, out)
      val last = out.toString.linesIterator.toSeq.reverse.takeWhile(_.nonEmpty).reverse
      assertEquals(
        last.map(_.takeWhile(_ != '(')),
        Seq(
          "error: crash: crash: a failed: java.lang.IllegalStateException: the disk is on fire ",
          "error: crash: crash: b failed: java.lang.IllegalStateException: the disk is on fire ",
          "error: full: --dir: full by now.",
          "headline good.ratio = 1.000 x"
        ),
        out
      )
      assertEquals(folder.toFile.list().sorted.toSeq, Seq("crash", "full", "good", "index.html"))
      assertEquals(folder.resolve("good").toFile.list().sorted.toSeq, Seq("index.html", "logs", "result.json"))
      val page = new String(Files.readAllBytes(folder.resolve("index.html")), UTF_8)
      assert(page.contains("href=\"./good/index.html\""), page)
      assert(!page.contains("full/index.html"), page)
  }

  folder.test("a benchmark that refuses the options does so before any benchmark runs") { folder =>
    val out = new StringWriter
    val refusal = intercept[UsageException](
      AllBenchmarks.run(options(folder), new PrintWriter(out), Seq(new Fake("good", EchoJob), Refusing))
    )
    assertEquals(refusal.getMessage, "--dir: none given.")
    assertEquals((out.toString, folder.toFile.list().toSeq), ("", Nil))
  }

  folder.test("choices that only some benchmarks offer are refused for all") { folder =>
    val refusal = intercept[UsageException](
      AllBenchmarks.run(
        options(folder).copy(selection = BenchSelection(queries = Set(3))),
        new PrintWriter(new StringWriter)
      )
    )
    assert(refusal.getMessage.startsWith("--queries: not together with all."), refusal.getMessage)
  }
}
