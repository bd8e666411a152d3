package okibi.bench.tpch

import okibi.bench.catalog.{Benchmark, BenchOptions}
import okibi.bench.demo.{DemoPlan, Sides}
import okibi.bench.job.TpchDataJob
import okibi.bench.runner.{Campaign, RunContext, Variant}

/** SQL on cached tables: TPC-H, and looking keys up. */
object TpchBenchmark extends Benchmark {
  override val name = "tpch"
  override val about = "TPC-H on cached tables larger than memory: all queries, the paper's four at its shape, and lookups of keys"
  override val source = "Hayase et al., figures 4 and 5"
  override val hasQueries = true

  private val geomean = "geomean"
  private val paper = "paper"
  private val lookup = "lookup"
  private val index = "index"
  override val parts: Seq[String] = Seq(paper, lookup, index, geomean)
  override val variants: Seq[String] = AllQueries.choices

  /** The same for all: few cores want few shuffle partitions, and each file is one partition. */
  val sparkConf: Seq[(String, String)] = Seq(
    "spark.sql.shuffle.partitions" -> "8",
    "spark.sql.files.maxPartitionBytes" -> "64m",
    "spark.sql.files.openCostInBytes" -> "64m",
    "spark.sql.datetime.java8API.enabled" -> "true")

  private val warmUp = "no run of a query is left out to warm up: its figure is the median of all its runs in one JVM, the first included, for every variant alike"

  override def campaign(options: BenchOptions): Campaign = {
    val scale = TpchScale.of(options.scale)
    val experiments =
      (if (options.has(paper)) PaperShape.experiments(options, scale) else Nil) ++
        (if (options.has(lookup)) Seq(LookupExperiment(options, scale)) else Nil) ++
        (if (options.has(index)) Seq(IndexHeap(options, scale)) else Nil) ++
        (if (options.has(geomean)) Seq(AllQueries(options, scale)) else Nil)
    val scaleFactors = Seq(paper -> scale.paperScaleFactor, geomean -> scale.scaleFactor).collect { case (part, factor) if options.has(part) => factor }
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = experiments,
      context = () => RunContext.here(storageBytes(scale), sparkConf ++ Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      prepare = scaleFactors.filterNot(factor => TpchData.isThere(TpchData.folder(options.data, factor))).map(data(options, _)),
      notes = Seq(warmUp),
      recordings = options.recordings)
  }

  def data(options: BenchOptions, scaleFactor: Double): Variant = Variant(
    f"TPC-H data, scale factor $scaleFactor%.4f",
    TpchDataJob.mainClass,
    ujson.Obj("data" -> TpchData.folder(options.data, scaleFactor).toString, "scaleFactor" -> scaleFactor),
    heap = "2g",
    conf = sparkConf)

  /** Storage memory of a child under pressure. */
  def storageBytes(scale: TpchScale): Long = DemoPlan.storageBytesOf(scale.heap, scale.memoryFraction)
}
