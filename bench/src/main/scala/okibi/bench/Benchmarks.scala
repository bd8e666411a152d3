package okibi.bench

import okibi.bench.benchmark.{BenchOptions, Benchmark}
import okibi.bench.experiment.arrow.ArrowBenchmark
import okibi.bench.experiment.checkpoint.CheckpointBenchmark
import okibi.bench.experiment.devices.DevicesBenchmark
import okibi.bench.experiment.drops.DropsBenchmark
import okibi.bench.experiment.explain.ExplainBenchmark
import okibi.bench.experiment.filter.FilterBenchmark
import okibi.bench.experiment.levels.LevelsBenchmark
import okibi.bench.experiment.memory.MemoryBenchmark
import okibi.bench.experiment.overhead.OverheadBenchmark
import okibi.bench.experiment.persist.PersistBenchmark
import okibi.bench.experiment.policies.PoliciesBenchmark
import okibi.bench.experiment.primitives.PrimitivesBenchmark
import okibi.bench.experiment.shuffle.ShuffleBenchmark
import okibi.bench.experiment.terasort.TeraSortBenchmark
import okibi.bench.experiment.tpcds.TpcdsBenchmark
import okibi.bench.experiment.tpch.TpchBenchmark
import okibi.bench.runner.{Campaign, UsageException}

/** The registry of experiments. A new experiment adds one line here and a folder below `experiment`. */
object Benchmarks {
  val all: Seq[Benchmark] = Seq(
    LevelsBenchmark,
    DropsBenchmark,
    DevicesBenchmark,
    PersistBenchmark,
    CheckpointBenchmark,
    ShuffleBenchmark,
    FilterBenchmark,
    TpchBenchmark,
    TpcdsBenchmark,
    ArrowBenchmark,
    MemoryBenchmark,
    OverheadBenchmark,
    PoliciesBenchmark,
    ExplainBenchmark,
    PrimitivesBenchmark,
    TeraSortBenchmark
  )

  private def find(name: String): Benchmark =
    all.find(_.name == name).getOrElse(throw new UsageException(s"$name: no such experiment. Allowed: $allowed."))

  /** The words that `okibi bench` takes as its first argument. */
  def allowed: String = (Seq("list", AllBenchmarks.name, "compare") ++ all.map(_.name)).mkString(", ")

  /** The campaign of the benchmark with this name.
    *
    * @throws UsageException for an unknown name or choice; the message lists the known ones
    */
  def campaign(name: String, options: BenchOptions): Campaign = Benchmark.campaign(find(name), options)

  /** The benchmarks with their parts and variants, one line each. */
  def list: Seq[String] = all.flatMap { benchmark =>
    Seq(s"${benchmark.name}: ${benchmark.about} (${benchmark.source})") ++
      (if (benchmark.parts.isEmpty) None else Some(s"  --only: ${benchmark.parts.mkString(", ")}")) ++
      (if (benchmark.variants.isEmpty) None else Some(s"  --variants: ${benchmark.variants.mkString(", ")}"))
  }
}
