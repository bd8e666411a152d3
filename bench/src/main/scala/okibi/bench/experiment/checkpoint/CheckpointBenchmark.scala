package okibi.bench.experiment.checkpoint

import java.net.URI

import okibi.bench.benchmark.{BenchOptions, Benchmark, HeapSizes, Sides}
import okibi.bench.cluster.{GivenHdfs, LocalHdfs}
import okibi.bench.runner.{Campaign, RunContext, RunScope}

/** Checkpoints to HDFS beside what TestDFSIO writes to the same HDFS with as many writers. */
object CheckpointBenchmark extends Benchmark {
  override val name = "checkpoint"
  override val about =
    "checkpoints of RDDs to HDFS beside TestDFSIO on the same HDFS: computed twice, persisted before, local"
  override val source = "Tanimura and Ogawa, figure 5"
  override val hasHdfs = true

  private val strings = "strings"
  private val vectors = "vectors"
  override val parts: Seq[String] = Seq(strings, vectors)

  override def campaign(options: BenchOptions): Campaign = {
    val scale = CheckpointScale.of(options.scale)
    val theirs = options.hdfs.map(GivenHdfs.checked(_))
    val experiments = Seq(strings -> scale.strings, vectors -> scale.vectors).collect {
      case (data, sizes) if options.has(data) =>
        CheckpointExperiment(data, sizes, everyWay = data == strings, scale, options)
    }
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = experiments,
      context =
        () => RunContext.here(HeapSizes.storageBytesOf(scale.heap), Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      setUp = (scope, planned) => {
        val there = folder(scope, theirs, options).toString
        planned.map(_.withConf(CheckpointJob.folderKey -> there))
      },
      notes = Seq(
        theirs.fold("HDFS: a name node and three data nodes on this machine, three replicas, blocks of 128 MiB")(uri =>
          s"HDFS: $uri"
        )
      ),
      recordings = options.recordings
    )
  }

  private def folder(scope: RunScope, theirs: Option[URI], options: BenchOptions): URI =
    theirs.fold(LocalHdfs.start(scope, options.out.resolve("logs"), Seq(scope.folder)).resolve("/okibi-bench"))(
      GivenHdfs.folder(scope, _)
    )
}
