package okibi.bench.experiment.primitives

import java.net.URI
import java.nio.file.Path

import okibi.bench.benchmark.{BenchOptions, Benchmark, TextInputs}
import okibi.bench.cluster.{GivenHdfs, LocalHdfs}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.runner.{Campaign, Experiment, RunContext, RunScope}

/** What each primitive of MapReduce costs on one core: the terms of [[okibi.bench.experiment.terasort.model.MapReduceModel]]. */
object PrimitivesBenchmark extends Benchmark {
  override val name = "primitives"
  override val about =
    "what one core does of each primitive of MapReduce: reading, serialising, strings, lines and words, sorting and merging, codecs"
  override val source = "Oikawa and Honjo, figures 9 to 16"
  override val isPartOfAll = false
  override val hasHdfs = true
  override val hasText = true

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

  override def campaign(options: BenchOptions): Campaign = {
    val theirs = options.hdfs.map(GivenHdfs.checked(_))
    val plan = PrimitivesPlan(PrimitivesScale.of(options.scale), options, TextInputs.chosen(options))
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = all.collect { case (part, experiment) if options.has(part) => experiment(plan) },
      context = () => RunContext.here(storageMemory = 0, conf = Nil, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      setUp = (scope, planned) => settled(scope, planned, plan, theirs),
      recordings = options.recordings
    )
  }

  /** The folder of the data, and an HDFS with one data node where it is read. */
  private def settled(scope: RunScope, planned: Seq[Experiment], plan: PrimitivesPlan, theirs: Option[URI]): Seq[Experiment] = {
    val folder = MemoryFolder.open(scope, plan.scale.folderBytes)
    val servers = if (plan.options.has(reading)) hdfs(scope, folder, plan, theirs) else Nil
    planned.map { experiment =>
      val more = if (experiment.name == reading) servers else Nil
      experiment.withConf((PrimitiveJob.folderKey -> folder.toString) +: more: _*)
    }
  }

  private def hdfs(scope: RunScope, folder: Path, plan: PrimitivesPlan, theirs: Option[URI]): Seq[(String, String)] =
    theirs match {
      case Some(address) => Seq(ReadingJob.hdfsKey -> GivenHdfs.folder(scope, address).toString)
      case None =>
        val servers = LocalHdfs.servers(scope, plan.options.out.resolve("logs"), Seq(folder), dataNodes = 1)
        Seq(
          ReadingJob.hdfsKey -> s"${servers.address}/okibi-bench",
          ReadingJob.serversKey -> servers.dataNodes.mkString(",")
        )
    }
}
