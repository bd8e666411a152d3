package okibi.bench.experiment.levels

import okibi.bench.benchmark.{
  BenchOptions,
  BenchScale,
  Benchmark,
  BenchmarkPlan,
  CacheColumns,
  HeapSizes,
  StandardVariants
}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.bench.workload.{KMeansJob, LighterWork, NaiveBayesJob, SparkJob, StageClock}
import okibi.report.{BarChart, Chart, Series}

/** Two jobs of MLlib with each storage level, on one thread and with memory for all data: the cost of a level without
  * evictions. Zhang et al. (xSIG 2017), section 3.3.
  */
object LevelsBenchmark extends Benchmark {
  override val name = "levels"
  override val about = "k-means and naive Bayes with each storage level where everything fits: seconds of each stage"
  override val source = "Zhang et al., figures 4 and 5"
  private val bayes = "bayes"
  private val kmeans = "kmeans"
  override val parts: Seq[String] = Seq(bayes, kmeans)

  private val oneThread = "spark.master" -> "local[1]"

  /** @param vectors   of k-means, 196 bytes each in memory
    * @param documents of naive Bayes, 100 words each
    */
  private final case class Size(heap: String, vectors: Int, iterations: Int, documents: Int, partitions: Int, runs: Int)

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny =>
      Size(heap = "512m", vectors = 20000, iterations = 2, documents = 2000, partitions = 4, runs = 1)
    case BenchScale.Small =>
      Size(heap = "2g", vectors = 600000, iterations = 3, documents = 30000, partitions = 8, runs = 3)
    case BenchScale.Paper =>
      Size(heap = "20g", vectors = 40000000, iterations = 5, documents = 1000000, partitions = 64, runs = 3)
  }

  private val memory = "MEMORY_ONLY"
  private val disk = "DISK_ONLY"
  private val okibiDisk = s"${StandardVariants.okibi} $disk"

  /** The paper's storage levels, and Okibi with those that use its serializer. */
  private def variants(job: String, work: ujson.Obj, size: Size): Seq[Variant] = {
    val offHeap = Seq("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> size.heap)
    def variant(name: String, level: String, more: (String, String)*): Variant =
      Variant(name, job, work, size.heap, Seq(oneThread, SparkJob.levelKey -> level) ++ more)
    Seq("NONE", memory, "MEMORY_ONLY_SER").map(level => variant(level, level)) ++ Seq(
      variant("OFF_HEAP", "OFF_HEAP", offHeap: _*),
      variant(disk, disk),
      variant(s"${StandardVariants.okibi} MEMORY_ONLY_SER", "MEMORY_ONLY_SER", StandardVariants.pluginConf: _*),
      variant(okibiDisk, disk, StandardVariants.pluginConf: _*)
    )
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    BenchmarkPlan(
      experiments = (if (options.includes(bayes)) Seq(bayesExperiment(options, size)) else Nil) ++
        (if (options.includes(kmeans)) Seq(kmeansExperiment(options, size)) else Nil),
      storageBytes = HeapSizes.storageBytesOf(size.heap)
    )
  }

  private def bayesExperiment(options: BenchOptions, size: Size): Experiment = {
    val work = ujson.Obj(
      "documents" -> size.documents,
      "words" -> 100,
      "vocabulary" -> 5000,
      "classes" -> 10,
      "partitions" -> size.partitions,
      "seed" -> options.seed.toDouble
    )
    experiment(
      bayes,
      s"sparse naive Bayes, ${size.documents} documents of 100 words by Zipf's law",
      "figure 4",
      variants(NaiveBayesJob.mainClass, work, size),
      options,
      size
    )
  }

  private def kmeansExperiment(options: BenchOptions, size: Size): Experiment = {
    val work = KMeansJob.args(size.vectors.toLong, size.partitions, size.iterations, options.seed)
    experiment(
      kmeans,
      s"dense k-means, ${size.vectors} vectors of 20, ${size.iterations} iterations",
      "figure 5",
      variants(KMeansJob.mainClass, work, size),
      options,
      size
    )
  }

  private def experiment(
      part: String,
      data: String,
      figure: String,
      variants: Seq[Variant],
      options: BenchOptions,
      size: Size
  ): Experiment =
    Experiment(
      name = part,
      about = s"$data, ${size.partitions} partitions, one thread, heap ${size.heap} ($figure of the paper)",
      variants = variants,
      runs = options.runs.getOrElse(size.runs),
      // One warm-up run of each storage level.
      jvmUse = JvmUse.Warm(warmUps = 5, shared = true, lighter = LighterWork.of(0.3)),
      report = ExperimentReport(
        columns = Seq(ofMemory, phase("cache"), CacheColumns.gc),
        headlines = rows => Headline.ratio(s"levels.$part.disk.ratio", rows, okibiDisk, disk).toSeq,
        charts = rows => Seq(stages(part, rows)),
        says = says
      )
    )

  private val ofMemory: Column =
    Column(s"of $memory", (row, rows) => shareOfMemory(row, rows).map(s => f"$s%.2f").getOrElse("-"))

  private def phase(name: String): Column =
    Column.metric(s"$name s", s"${name}Seconds")(s => f"$s%.2f")

  private def shareOfMemory(row: ResultRow, rows: Seq[ResultRow]): Option[Double] =
    for (seconds <- row.median; memorySeconds <- rows.find(_.variant.name == memory).flatMap(_.median))
      yield seconds / memorySeconds

  /** One bar for each variant, one part of the bar for each stage. */
  private def stages(part: String, rows: Seq[ResultRow]): Chart = {
    val numbers = (1 to 99).takeWhile(n => rows.exists(_.metrics.contains(StageClock.metric(n))))
    BarChart(
      s"$part: seconds of each stage",
      "s",
      rows.map(_.variant.name),
      numbers.map(n => Series(s"stage $n", rows.map(_.metrics.get(StageClock.metric(n))))),
      stacked = true
    )
  }

  private def says(rows: Seq[ResultRow]): Option[String] = {
    def share(variant: String): Option[Double] = rows.find(_.variant.name == variant).flatMap(shareOfMemory(_, rows))
    for (none <- share("NONE"); stock <- share(disk); okibi <- share(okibiDisk))
      yield f"Compared with $memory, no cache takes $none%.2f times as long, $disk $stock%.2f times, and $disk with " +
        "Okibi " +
        f"$okibi%.2f times."
  }
}
