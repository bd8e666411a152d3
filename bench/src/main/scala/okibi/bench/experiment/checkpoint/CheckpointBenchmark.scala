package okibi.bench.experiment.checkpoint

import java.net.URI

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, HeapSizes}
import okibi.bench.cluster.{GivenHdfs, LocalHdfs}
import okibi.bench.runner.RunScope

/** Checkpoints to HDFS, beside what TestDFSIO writes to the same HDFS with as many writers. */
object CheckpointBenchmark extends Benchmark {
  override val name = "checkpoint"
  override val about =
    "checkpoints of RDDs to HDFS beside TestDFSIO on the same HDFS: computed twice, persisted before, local"
  override val source = "Tanimura and Ogawa, figure 5"
  override val usesHdfs = true
  private val strings = "strings"
  private val vectors = "vectors"
  override val parts: Seq[String] = Seq(strings, vectors)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = CheckpointScale.of(options.scale)
    val givenHdfs = options.hadoop.hdfs.map(GivenHdfs.checked(_))
    val experiments = Seq(strings -> scale.stringsMb, vectors -> scale.vectorsMb).collect {
      case (data, sizes) if options.includes(data) =>
        CheckpointExperiment(data, sizes, everyWay = data == strings, scale, options)
    }
    BenchmarkPlan(
      experiments = experiments,
      storageBytes = HeapSizes.storageBytesOf(scale.heap),
      setUp = (scope, planned) => {
        val hdfsFolder = folder(scope, givenHdfs, options).toString
        planned.map(_.withConf(CheckpointJob.folderKey -> hdfsFolder))
      },
      notes = Seq(
        givenHdfs.fold("HDFS: a name node and three data nodes on this machine, three replicas, blocks of 128 MiB")(
          uri => s"HDFS: $uri"
        )
      )
    )
  }

  private def folder(scope: RunScope, givenHdfs: Option[URI], options: BenchOptions): URI = givenHdfs match {
    case Some(address) => GivenHdfs.folder(scope, address)
    case None => LocalHdfs.start(scope, options.output.logs, Seq(scope.folder)).resolve("/okibi-bench")
  }
}
