package okibi.bench.experiment.primitives

import java.net.URI
import java.nio.file.Path

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, TextInputs}
import okibi.bench.cluster.{GivenHdfs, LocalHdfs}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.runner.{Experiment, RunScope}

/** The cost of each primitive of MapReduce on one core: the terms of the model in Oikawa and Honjo, section 5. */
object PrimitivesBenchmark extends Benchmark {
  override val name = "primitives"
  override val about =
    "speed of one core at each primitive of MapReduce: reading, serializing, strings, lines and words, sorting and " +
      "merging, " +
      "codecs"
  override val source = "Oikawa and Honjo, figures 9 to 16"
  override val isPartOfAll = false
  override val usesHdfs = true
  override val readsText = true

  val reading = "reading"
  val serializing = "serializing"
  val strings = "strings"
  val lines = "lines"
  val sorting = "sorting"
  val codecs = "codecs"

  private val all: Seq[(String, PrimitivesPlan => Experiment)] = Seq(
    (reading, ReadingExperiment(_)),
    (serializing, SerializingExperiment(_)),
    (strings, StringsExperiment(_)),
    (lines, LinesExperiment(_)),
    (sorting, SortingExperiment(_)),
    (codecs, CodecsExperiment(_))
  )
  override val parts: Seq[String] = all.map(_._1)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val givenHdfs = options.hadoop.hdfs.map(GivenHdfs.checked(_))
    val plan = PrimitivesPlan(PrimitivesScale.of(options.scale), options, TextInputs.chosen(options.texts))
    BenchmarkPlan(
      experiments = all.collect { case (part, experiment) if options.includes(part) => experiment(plan) },
      storageBytes = 0,
      conf = Nil,
      setUp = (scope, planned) => withPlaces(scope, planned, plan, givenHdfs)
    )
  }

  /** Gives the experiments the folder of the data, and the reading experiment an HDFS with one data node. */
  private def withPlaces(
      scope: RunScope,
      experiments: Seq[Experiment],
      plan: PrimitivesPlan,
      givenHdfs: Option[URI]
  ): Seq[Experiment] = {
    val folder = MemoryFolder.open(scope, plan.scale.folderBytes)
    val hdfsConf = if (plan.options.includes(reading)) hdfs(scope, folder, plan, givenHdfs) else Nil
    experiments.map { experiment =>
      val more = if (experiment.name == reading) hdfsConf else Nil
      experiment.withConf((PrimitiveJob.folderKey -> folder.toString) +: more: _*)
    }
  }

  private def hdfs(
      scope: RunScope,
      folder: Path,
      plan: PrimitivesPlan,
      givenHdfs: Option[URI]
  ): Seq[(String, String)] =
    givenHdfs match {
      case Some(address) => Seq(ReadingJob.hdfsKey -> GivenHdfs.folder(scope, address).toString)
      case None =>
        val servers = LocalHdfs.servers(scope, plan.options.output.logs, Seq(folder), dataNodes = 1)
        Seq(
          ReadingJob.hdfsKey -> s"${servers.address}/okibi-bench",
          ReadingJob.serversKey -> servers.dataNodes.mkString(",")
        )
    }
}
