package okibi.bench

import java.nio.file.{Path, Paths}

import okibi.bench.benchmark.{BenchHadoop, BenchOptions, BenchScale, BenchSelection, BenchTexts}
import okibi.bench.cluster.{FreePort, HadoopSite}
import okibi.bench.experiment.devices.{DeviceJob, DevicesBenchmark}
import okibi.bench.experiment.primitives.PrimitivesBenchmark
import okibi.bench.experiment.terasort.TeraSortBenchmark
import okibi.bench.fixture.TempFolder
import okibi.bench.runner.{RunOutput, UsageException, VariantRole}

import munit.FunSuite

class BenchmarkSuite extends FunSuite with TempFolder {
  private val options = BenchOptions(BenchScale.Small, RunOutput(Paths.get("out")), Paths.get("data"), seed = 1)

  private def parts(names: String*): BenchOptions = options.copy(selection = BenchSelection(parts = names.toSet))
  private def queries(numbers: Int*): BenchOptions = options.copy(selection = BenchSelection(queries = numbers.toSet))

  private def refusal(name: String, options: BenchOptions): String =
    intercept[UsageException](Benchmarks.campaign(name, options)).getMessage

  test("an unknown name is refused with the known ones") {
    assertEquals(
      refusal("sort", options),
      s"sort: no such experiment. Allowed: list, all, compare, ${Benchmarks.all.map(_.name).mkString(", ")}."
    )
    assertEquals(
      refusal("tpch", parts("q1")),
      "--only q1: not in this experiment. Allowed: paper, lookup, index, plans, geomean."
    )
    assertEquals(
      refusal("tpch", queries(23)),
      "--queries 23: no such query of TPC-H. Allowed: numbers from 1 to 22."
    )
    assertEquals(refusal("filter", queries(1)), "--queries: filter runs no queries. Leave it out.")
    assertEquals(
      refusal("filter", parts("fill")),
      "--only fill: this experiment has nothing to choose. Leave it out."
    )
    val unknownVariant = options.copy(selection = BenchSelection(variants = Set("mru")))
    assert(refusal("filter", unknownVariant).endsWith("Allowed: no-index."))
  }

  test("every benchmark has a plan at every scale, with stock, Okibi and all its parts") {
    // At the paper's scale, experiments on devices need more disk space than a machine that runs tests may have.
    for (
      benchmark <- Benchmarks.all.filter(_.isPartOfAll); scale <- BenchScale.all
      if !(benchmark.comparesDirectories && scale == BenchScale.Paper)
    ) {
      val campaign = Benchmarks.campaign(benchmark.name, options.copy(scale = scale))
      val (deviceExperiments, sparkExperiments) =
        campaign.experiments.partition(_.variants.forall(_.job == DeviceJob.mainClass))
      assert(sparkExperiments.nonEmpty, benchmark.name)
      assert(deviceExperiments.isEmpty || benchmark == DevicesBenchmark, benchmark.name)
      sparkExperiments.foreach { experiment =>
        assert(experiment.variants.exists(_.conf.exists(_._1 == "spark.plugins")), experiment.name)
        assert(experiment.variants.size >= 2, experiment.name)
      }
    }
  }

  test("primitives have a plan at every scale, with all their parts and without Spark") {
    BenchScale.all.foreach { scale =>
      val experiments = Benchmarks.campaign(PrimitivesBenchmark.name, options.copy(scale = scale)).experiments
      assertEquals(experiments.map(_.name), PrimitivesBenchmark.parts)
      assert(experiments.flatMap(_.variants).forall(variant => !variant.conf.exists(_._1.startsWith("spark."))))
    }
    val missing = Paths.get("/no/such/text")
    assert(
      refusal("primitives", options.copy(texts = BenchTexts(english = Seq(missing))))
        .startsWith("--input /no/such/text: no such file or folder.")
    )
    assert(
      refusal("primitives", options.copy(texts = BenchTexts(japanese = Seq(missing))))
        .startsWith("--japanese /no/such/text: no such file or folder.")
    )
    assertEquals(
      refusal("filter", options.copy(texts = BenchTexts(english = Seq(missing)))),
      "--input: filter reads no text. Leave it out."
    )
  }

  test("TeraSort has a plan at every scale, with the counted variants of each collector") {
    BenchScale.all.foreach { scale =>
      val experiments = Benchmarks.campaign(TeraSortBenchmark.name, options.copy(scale = scale)).experiments
      assertEquals(experiments.map(_.name), TeraSortBenchmark.parts)
      experiments.foreach { experiment =>
        val (timed, counted) = experiment.variants.partition(_.isTimed)
        assertEquals(timed.map(_.name).toSet - "Spark", Set("hadoop", "okibi"), experiment.name)
        val shared = if (experiment.name == "terasort") Set("terms of reduce") else Set.empty[String]
        val own = Set("hadoop", "okibi").flatMap(name => Set("no data", "terms of map").map(what => s"$name, $what"))
        assertEquals(counted.map(_.name).toSet, own ++ shared, experiment.name)
        assert(counted.forall(_.role == VariantRole.CountedEachRound), experiment.name)
      }
    }
  }

  folder.test("a place for MapReduce jobs that cannot be used is refused with the reason") { folder =>
    def hadoop(choice: BenchHadoop): BenchOptions = options.copy(hadoop = choice)
    assertEquals(
      refusal("filter", hadoop(BenchHadoop(localRunner = true))),
      "--local: filter runs no MapReduce jobs. Leave it out."
    )
    assertEquals(
      refusal("filter", hadoop(BenchHadoop(clusterConf = Some(folder)))),
      "--cluster: filter runs no MapReduce jobs. Leave it out."
    )
    assert(
      refusal("terasort", hadoop(BenchHadoop(localRunner = true, clusterConf = Some(folder))))
        .startsWith("--local --cluster: MapReduce jobs run in one place.")
    )
    def cluster(conf: Path): String = refusal("terasort", hadoop(BenchHadoop(clusterConf = Some(conf))))
    val advice = "Give the folder with the cluster's core-site.xml and yarn-site.xml."
    assertEquals(cluster(folder.resolve("none")), s"--cluster ${folder.resolve("none")}: no such folder. $advice")
    assertEquals(cluster(folder), s"--cluster $folder: it has no readable core-site.xml. $advice")
    HadoopSite.write(folder, Nil)
    assertEquals(cluster(folder), s"--cluster $folder: its fs.defaultFS is file:///, not an HDFS. $advice")
    HadoopSite.write(folder, Seq("fs.defaultFS" -> s"hdfs://127.0.0.1:${FreePort.some(1).head}"))
    assert(
      cluster(folder).matches("--cluster hdfs://127.0.0.1:\\d+: Connection refused. Give the address.*"),
      cluster(folder)
    )
  }

  test("only chosen parts and queries run") {
    val some = options.copy(selection = BenchSelection(parts = Set("paper"), queries = Set(17, 3)))
    assertEquals(Benchmarks.campaign("tpch", some).experiments.map(_.name), Seq("paper-q17", "paper-q3"))
  }
}
