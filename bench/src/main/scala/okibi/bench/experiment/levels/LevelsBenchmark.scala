package okibi.bench.experiment.levels

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, CacheColumns, HeapSizes, Sides}
import okibi.bench.runner.{Campaign, Column, Experiment, Headline, Row, RunContext, Variant}
import okibi.bench.workload.{KMeansJob, LighterWork, NaiveBayesJob, StageClock}
import okibi.report.{Bars, Chart, Series}

/** Two jobs of MLlib under each storage level, with one thread and memory for everything: what a level costs when nothing has
  * to leave. Zhang et al. (xSIG 2017), section 3.3.
  */
object LevelsBenchmark extends Benchmark {
  override val name = "levels"
  override val about = "k-means and naive Bayes under each storage level where everything fits: seconds of each stage"
  override val source = "Zhang et al., figures 4 and 5"
  override val parts: Seq[String] = Seq("bayes", "kmeans")

  private val thread = "spark.master" -> "local[1]"

  /** @param vectors   of k-means, 196 bytes each in memory
    * @param documents of naive Bayes, of 100 words each
    */
  private final case class Size(heap: String, vectors: Int, iterations: Int, documents: Int, partitions: Int, runs: Int)

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size("512m", 20000, 2, 2000, 4, 1)
    case BenchScale.Small => Size("2g", 600000, 3, 30000, 8, 3)
    case BenchScale.Paper => Size("20g", 40000000, 5, 1000000, 64, 3)
  }

  private val disk = "DISK_ONLY"
  private val okibiDisk = s"${Sides.okibi} $disk"

  /** The levels of the paper, and Okibi at those where its serializer counts. */
  private def variants(job: String, work: ujson.Obj, its: Size): Seq[Variant] = {
    val offHeap = Seq("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> its.heap)
    def variant(name: String, level: String, more: (String, String)*): Variant =
      Variant(name, job, work, its.heap, Seq(thread, KMeansJob.levelKey -> level) ++ more)
    Seq("NONE", "MEMORY_ONLY", "MEMORY_ONLY_SER").map(level => variant(level, level)) ++ Seq(
      variant("OFF_HEAP", "OFF_HEAP", offHeap: _*),
      variant(disk, disk),
      variant(s"${Sides.okibi} MEMORY_ONLY_SER", "MEMORY_ONLY_SER", Sides.pluginConf: _*),
      variant(okibiDisk, disk, Sides.pluginConf: _*)
    )
  }

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = Seq("bayes" -> bayes _, "kmeans" -> kmeans _).collect {
        case (part, make) if options.has(part) => make(options, its)
      },
      context = () => RunContext.here(HeapSizes.storageBytesOf(its.heap), Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      recordings = options.recordings
    )
  }

  private def bayes(options: BenchOptions, its: Size): Experiment = {
    val work = ujson.Obj(
      "documents" -> its.documents,
      "words" -> 100,
      "vocabulary" -> 5000,
      "classes" -> 10,
      "partitions" -> its.partitions,
      "seed" -> options.seed.toDouble
    )
    experiment(
      "bayes",
      s"sparse naive Bayes, ${its.documents} documents of 100 words by Zipf's law",
      "figure 4",
      variants(NaiveBayesJob.mainClass, work, its),
      options,
      its
    )
  }

  private def kmeans(options: BenchOptions, its: Size): Experiment = {
    val work = ujson.Obj(
      "vectors" -> its.vectors,
      "partitions" -> its.partitions,
      "iterations" -> its.iterations,
      "seed" -> options.seed.toDouble
    )
    experiment(
      "kmeans",
      s"dense k-means, ${its.vectors} vectors of 20, ${its.iterations} iterations",
      "figure 5",
      variants(KMeansJob.mainClass, work, its),
      options,
      its
    )
  }

  private def experiment(
      part: String,
      data: String,
      figure: String,
      variants: Seq[Variant],
      options: BenchOptions,
      its: Size
  ): Experiment =
    Experiment(
      name = part,
      about = s"$data, ${its.partitions} partitions, one thread, heap ${its.heap} ($figure of the paper)",
      variants = variants,
      runs = options.runs.getOrElse(its.runs),
      warmUps = 5, // One of each level.
      shared = true,
      lighter = LighterWork.of(0.3),
      columns = Seq(toMemory, phase("cache"), CacheColumns.gc),
      headlines = rows => Headline.ratio(s"levels.$part.disk.ratio", rows, okibiDisk, disk).toSeq,
      charts = rows => Seq(stages(part, rows)),
      says = says(_)
    )

  private val toMemory: Column =
    Column("of MEMORY_ONLY", (row, rows) => share(row, rows).map(s => f"$s%.2f").getOrElse("-"))

  private def phase(name: String): Column =
    Column(s"$name s", (row, _) => row.metrics.get(s"${name}Seconds").map(s => f"$s%.2f").getOrElse("-"))

  private def share(row: Row, rows: Seq[Row]): Option[Double] =
    for (own <- row.median; memory <- rows.find(_.variant.name == "MEMORY_ONLY").flatMap(_.median)) yield own / memory

  /** A bar a variant, a part of it a stage. */
  private def stages(part: String, rows: Seq[Row]): Chart = {
    val most = (1 to 99).takeWhile(n => rows.exists(_.metrics.contains(StageClock.metric(n))))
    Bars(
      s"$part: seconds of each stage",
      "s",
      rows.map(_.variant.name),
      most.map(n => Series(s"stage $n", rows.map(_.metrics.get(StageClock.metric(n))))),
      stacked = true
    )
  }

  private def says(rows: Seq[Row]): Option[String] = {
    def of(variant: String): Option[Double] = rows.find(_.variant.name == variant).flatMap(share(_, rows))
    for (none <- of("NONE"); stock <- of(disk); own <- of(okibiDisk))
      yield f"Against MEMORY_ONLY, no cache takes $none%.2f times as long, $disk $stock%.2f times, and $disk with Okibi $own%.2f times."
  }
}
