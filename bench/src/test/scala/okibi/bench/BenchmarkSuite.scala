package okibi.bench

import java.nio.file.{Path, Paths}

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark}
import okibi.bench.cluster.{FreePort, HadoopSite}
import okibi.bench.experiment.devices.{DeviceJob, DevicesBenchmark}
import okibi.bench.experiment.primitives.PrimitivesBenchmark
import okibi.bench.experiment.terasort.TeraSortBenchmark
import okibi.bench.fixture.TempFolder
import okibi.bench.runner.UsageException

import munit.FunSuite

class BenchmarkSuite extends FunSuite with TempFolder {
  private val options = BenchOptions(
    BenchScale.Small,
    None,
    Set.empty,
    Set.empty,
    Set.empty,
    1,
    Paths.get("out"),
    Paths.get("data"),
    None,
    0,
    Nil
  )

  private def refusal(name: String, options: BenchOptions): String =
    intercept[UsageException](Benchmarks.campaign(name, options)).getMessage

  test("what there is not is refused with what there is") {
    assertEquals(
      refusal("sort", options),
      s"sort: no such experiment. Allowed: list, all, compare, ${Benchmarks.all.map(_.name).mkString(", ")}."
    )
    assertEquals(
      refusal("tpch", options.copy(only = Set("q1"))),
      "--only q1: not in this experiment. Allowed: paper, lookup, index, plans, geomean."
    )
    assertEquals(
      refusal("tpch", options.copy(queries = Set(23))),
      "--queries 23: no such query of TPC-H. Allowed: numbers from 1 to 22."
    )
    assertEquals(refusal("filter", options.copy(queries = Set(1))), "--queries: filter runs no queries. Leave it out.")
    assertEquals(
      refusal("filter", options.copy(only = Set("fill"))),
      "--only fill: this experiment has nothing to choose. Leave it out."
    )
    assert(refusal("filter", options.copy(variants = Set("mru"))).endsWith("Allowed: no-index."))
  }

  test("every benchmark has a plan at every scale, with stock beside Okibi and all its parts") {
    // At the paper's scale, experiments on devices ask for more room than a machine that runs tests may have.
    for (
      benchmark <- Benchmarks.all.filter(_.isPartOfAll); scale <- BenchScale.all
      if !(benchmark.hasDirectories && scale == BenchScale.Paper)
    ) {
      val campaign = Benchmarks.campaign(benchmark.name, options.copy(scale = scale))
      val (ofDevices, ofSpark) = campaign.experiments.partition(_.variants.forall(_.job == DeviceJob.mainClass))
      assert(ofSpark.nonEmpty, benchmark.name)
      assert(ofDevices.isEmpty || benchmark == DevicesBenchmark, benchmark.name)
      ofSpark.foreach { experiment =>
        assert(experiment.variants.exists(_.conf.exists(_._1 == "spark.plugins")), experiment.name)
        assert(experiment.variants.size >= 2, experiment.name)
      }
    }
  }

  test("primitives have a plan at every scale, all their parts, and no Spark") {
    BenchScale.all.foreach { scale =>
      val experiments = Benchmarks.campaign(PrimitivesBenchmark.name, options.copy(scale = scale)).experiments
      assertEquals(experiments.map(_.name), PrimitivesBenchmark.parts)
      assert(experiments.flatMap(_.variants).forall(variant => !variant.conf.exists(_._1.startsWith("spark."))))
    }
    val missing = Paths.get("/no/such/text")
    assert(
      refusal("primitives", options.copy(input = Seq(missing)))
        .startsWith("--input /no/such/text: no such file or folder.")
    )
    assert(
      refusal("primitives", options.copy(japanese = Seq(missing)))
        .startsWith("--japanese /no/such/text: no such file or folder.")
    )
    assertEquals(refusal("filter", options.copy(input = Seq(missing))), "--input: filter reads no text. Leave it out.")
  }

  test("TeraSort has a plan at every scale, each collector with what its phases are predicted from") {
    BenchScale.all.foreach { scale =>
      val experiments = Benchmarks.campaign(TeraSortBenchmark.name, options.copy(scale = scale)).experiments
      assertEquals(experiments.map(_.name), TeraSortBenchmark.parts)
      experiments.foreach { experiment =>
        val (timed, counted) = experiment.variants.partition(_.timed)
        assertEquals(timed.map(_.name).toSet - "Spark", Set("hadoop", "okibi"), experiment.name)
        val shared = if (experiment.name == "terasort") Set("terms of reduce") else Set.empty[String]
        val own = Set("hadoop", "okibi").flatMap(name => Set("no data", "terms of map").map(what => s"$name, $what"))
        assertEquals(counted.map(_.name).toSet, own ++ shared, experiment.name)
        assert(counted.forall(_.everyRound), experiment.name)
      }
    }
  }

  folder.test("a place for MapReduce jobs that cannot be used is refused with why") { folder =>
    assertEquals(refusal("filter", options.copy(local = true)), "--local: filter runs no MapReduce jobs. Leave it out.")
    assertEquals(
      refusal("filter", options.copy(cluster = Some(folder))),
      "--cluster: filter runs no MapReduce jobs. Leave it out."
    )
    assert(
      refusal("terasort", options.copy(local = true, cluster = Some(folder)))
        .startsWith("--local --cluster: jobs run in one place.")
    )
    def cluster(of: Path): String = refusal("terasort", options.copy(cluster = Some(of)))
    val advice = "Give the folder with the cluster's core-site.xml and yarn-site.xml."
    assertEquals(cluster(folder.resolve("none")), s"--cluster ${folder.resolve("none")}: no such folder. $advice")
    assertEquals(cluster(folder), s"--cluster $folder: no core-site.xml in it that can be read. $advice")
    HadoopSite.write(folder, Nil)
    assertEquals(cluster(folder), s"--cluster $folder: its fs.defaultFS is file:///, not an HDFS. $advice")
    HadoopSite.write(folder, Seq("fs.defaultFS" -> s"hdfs://127.0.0.1:${FreePort.some(1).head}"))
    assert(
      cluster(folder).matches("--cluster hdfs://127.0.0.1:\\d+: Connection refused. Give the address.*"),
      cluster(folder)
    )
  }

  test("parts and queries that were chosen are all that runs") {
    val some = options.copy(only = Set("paper"), queries = Set(17, 3))
    assertEquals(Benchmarks.campaign("tpch", some).experiments.map(_.name), Seq("paper-q17", "paper-q3"))
  }
}
