package okibi.bench.experiment.drops

import okibi.bench.benchmark.{
  BenchOptions,
  BenchScale,
  Benchmark,
  BenchmarkPlan,
  CacheColumns,
  HeapSizes,
  StandardVariants
}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.bench.workload.{KMeansJob, LighterWork, NaiveBayesJob, SparkJob}
import okibi.core.advice.SparkMemory
import okibi.core.metric.{CacheMetrics, Metric}
import okibi.report.{BarChart, Chart, Series}

/** MEMORY_AND_DISK in heaps that are too small for the data: stock Spark, the paper's fix (a dropped block stays on
  * disk) and Okibi; and the storage levels that need no drops. Zhang et al. (xSIG 2017), section 3.4.
  */
object DropsBenchmark extends Benchmark {
  override val name = "drops"
  override val about =
    "k-means and naive Bayes with MEMORY_AND_DISK in three heaps that are too small: seconds, drops and blocks moved " +
      "back"
  override val source = "Zhang et al., figures 6 and 7, tables 2 to 5"
  private val bayes = "bayes"
  private val kmeans = "kmeans"
  override val parts: Seq[String] = Seq(bayes, kmeans)

  /** @param paperRatio   the paper's seconds with its fix, as a share of those without
    * @param paperDropped the paper's megabytes dropped with its fix, as a share of those without
    */
  private final case class Heap(name: String, paperRatio: Double, paperDropped: Double)

  private val heaps: Seq[Heap] = Seq(
    Heap("512m", paperRatio = 422.0 / 670, paperDropped = 610.0 / 2577),
    Heap("1g", paperRatio = 331.0 / 533, paperDropped = 486.0 / 26793),
    Heap("2g", paperRatio = 318.0 / 489, paperDropped = 473.0 / 20936)
  )

  /** Spark's own decisions, except that dropped blocks stay on disk. */
  private val never = "never"
  private val paperFix: Seq[(String, String)] = StandardVariants.pluginConf ++ Seq(
    "spark.okibi.cache.policy" -> "lru",
    "spark.okibi.cache.readmission" -> "never",
    "spark.okibi.cache.serializer" -> "spark",
    "spark.okibi.cache.cleaner.enabled" -> "false"
  )

  /** The data of a job in a heap.
    *
    * @param records        vectors of k-means, 196 bytes each in memory, two to three times the storage memory; or
    *                       documents of naive Bayes
    * @param memoryFraction `spark.memory.fraction`: with less memory, less data (and less time) suffice for the same
    *                       memory pressure
    */
  private final case class Load(records: Int, memoryFraction: Double = SparkMemory.defaultFraction)

  /** @param kmeans    load of each heap
    * @param bayes     load of each heap. With fewer loads than heaps, naive Bayes runs in the first heaps only, and
    *                  without the other storage levels, which `levels` compares
    * @param roomyHeap holds the smallest data of either job
    */
  private final case class Size(
      kmeans: Seq[Load],
      bayes: Seq[Load],
      iterations: Int,
      partitions: Int,
      roomyHeap: String,
      runs: Int
  )

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny =>
      Size(
        kmeans = Seq.fill(3)(Load(100000)),
        bayes = Seq(Load(5000, memoryFraction = 0.05)),
        iterations = 2,
        partitions = 8,
        roomyHeap = "1g",
        runs = 1
      )
    // The fewest partitions that still let blocks replace each other: Spark's work for each task would be most of a
    // short run.
    case BenchScale.Small =>
      Size(
        kmeans = Seq(
          Load(1900000),
          Load(2600000, memoryFraction = 0.27),
          Load(3200000, memoryFraction = 0.16)
        ),
        bayes = Seq(Load(20000, memoryFraction = 0.1)),
        iterations = 3,
        partitions = 24,
        roomyHeap = "3g",
        runs = 3
      )
    case BenchScale.Paper =>
      Size(
        kmeans = Seq.fill(3)(Load(43600000)),
        bayes = Seq.fill(3)(Load(500000)),
        iterations = 5,
        partitions = 128,
        roomyHeap = "20g",
        runs = 3
      )
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    BenchmarkPlan(
      experiments = (if (options.includes(bayes)) bayesExperiments(options, size) else Nil) ++
        (if (options.includes(kmeans)) kmeansExperiments(options, size) else Nil),
      storageBytes = HeapSizes.storageBytesOf(heaps(1).name)
    )
  }

  private def kmeansExperiments(options: BenchOptions, size: Size): Seq[Experiment] = {
    def work(vectors: Int) = KMeansJob.args(vectors.toLong, size.partitions, size.iterations, options.seed)
    heaps.zip(size.kmeans).map { case (heap, load) =>
      val data = s"dense k-means, ${load.records} vectors of 20"
      pressed(kmeans, data, KMeansJob.mainClass, work(load.records), heap, load, options, size)
    } :+ relaxed(kmeans, KMeansJob.mainClass, work(size.kmeans.head.records / 2), options, size)
  }

  private def bayesExperiments(options: BenchOptions, size: Size): Seq[Experiment] = {
    def work(documents: Int) = ujson.Obj(
      "documents" -> documents,
      "words" -> 200,
      "vocabulary" -> 5000,
      "classes" -> 10,
      "partitions" -> size.partitions,
      "seed" -> options.seed.toDouble
    )
    heaps.zip(size.bayes).map { case (heap, load) =>
      val data = s"sparse naive Bayes, ${load.records} documents of 200 words"
      pressed(bayes, data, NaiveBayesJob.mainClass, work(load.records), heap, load, options, size)
    } ++ (if (size.bayes.size == heaps.size)
            Some(relaxed(bayes, NaiveBayesJob.mainClass, work(size.bayes.head.records / 2), options, size))
          else None)
  }

  /** Stock, the paper's fix and Okibi in one heap that is too small. */
  private def pressed(
      part: String,
      data: String,
      job: String,
      work: ujson.Obj,
      heap: Heap,
      load: Load,
      options: BenchOptions,
      size: Size
  ): Experiment = {
    val Seq(stock, okibi) = StandardVariants.timed(job, work, heap.name)
    val fraction = "spark.memory.fraction" -> load.memoryFraction.toString
    val variants =
      Seq(
        stock,
        Variant(never, job, work, heap.name, paperFix),
        okibi,
        StandardVariants.counting(job, work, heap.name)
      )
    Experiment(
      name = s"$part-${heap.name}",
      about =
        s"$data, ${size.partitions} partitions, MEMORY_AND_DISK, heap ${heap.name}, ${load.memoryFraction} of it for " +
          "Spark's " +
          "memory",
      variants = variants.map(variant => variant.copy(conf = variant.conf :+ fraction)),
      runs = options.runs.getOrElse(size.runs),
      // Warm-up runs have most of the data: half of it would fit, and the code that evicts blocks would stay cold.
      jvmUse = JvmUse.Warm(warmUps = 3, lighter = LighterWork.of(0.6)),
      report = ExperimentReport(
        columns = CacheColumns.all ++ CacheColumns.movedBack,
        headlines = headlines(part, heap, _),
        charts = charts(s"$part, heap ${heap.name}", _),
        says = pressedSentence
      )
    )
  }

  /** The levels that never drop a block, each in a heap that suits it, to compare MEMORY_AND_DISK with. */
  private def relaxed(part: String, job: String, work: ujson.Obj, options: BenchOptions, size: Size): Experiment = {
    def variant(name: String, heap: String, level: String, more: (String, String)*): Variant =
      Variant(name, job, work, heap, (SparkJob.levelKey -> level) +: more)
    val small = heaps.head.name
    val offHeap = Seq("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> small)
    Experiment(
      name = s"$part-levels",
      about =
        s"half of the smallest data of $part where nothing is dropped: $memory in a heap of ${size.roomyHeap}, the " +
          "others in " +
          small,
      variants = Seq(
        variant(memory, size.roomyHeap, memory),
        variant("OFF_HEAP", small, "OFF_HEAP", offHeap: _*),
        variant(disk, small, disk),
        variant(okibiDisk, small, disk, StandardVariants.pluginConf: _*)
      ),
      runs = options.runs.getOrElse(size.runs),
      jvmUse = JvmUse.Warm(warmUps = 2, shared = true, lighter = LighterWork.of(0.4)),
      report = ExperimentReport(columns = Seq(CacheColumns.gc), says = relaxedSentence)
    )
  }

  private val memory = "MEMORY_ONLY"
  private val disk = "DISK_ONLY"
  private val okibiDisk = s"${StandardVariants.okibi} $disk"

  private def relaxedSentence(rows: Seq[ResultRow]): Option[String] =
    for {
      memorySeconds <- seconds(rows, memory)
      stock <- seconds(rows, disk)
      okibi <- seconds(rows, okibiDisk)
    } yield f"From disk it takes ${stock / memorySeconds}%.2f times as long as from memory, with Okibi " +
      f"${okibi / memorySeconds}%.2f times."

  private def headlines(part: String, heap: Heap, rows: Seq[ResultRow]): Seq[Headline] = {
    val isKMeans = part == kmeans
    val paper = Some(heap.paperRatio).filter(_ => isKMeans)
    val dropped = for {
      okibi <- metric(rows, StandardVariants.okibi, CacheMetrics.droppedBytes)
      stock <- metric(rows, StandardVariants.counted, CacheMetrics.droppedBytes)
      if stock > 0
    } yield Headline(
      s"drops.$part.${heap.name}.mb.ratio",
      okibi / stock,
      "x",
      Some(heap.paperDropped).filter(_ => isKMeans),
      timed = false
    )
    Headline
      .ratio(s"drops.$part.${heap.name}.ratio", rows, StandardVariants.okibi, StandardVariants.stock, paper)
      .toSeq ++
      Headline.ratio(s"drops.$part.${heap.name}.never.ratio", rows, never, StandardVariants.stock, paper) ++ dropped
  }

  private def metric(rows: Seq[ResultRow], variant: String, metric: Metric): Option[Double] =
    rows.find(_.variant.name == variant).flatMap(_.metrics.get(metric.name))

  private def charts(title: String, rows: Seq[ResultRow]): Seq[Chart] = {
    val timed = rows.filter(_.variant.isTimed)
    val names = timed.map(_.variant.name)
    val droppedMb = names.map { name =>
      val counted = if (name == StandardVariants.stock) StandardVariants.counted else name
      metric(rows, counted, CacheMetrics.droppedBytes).map(_ / 1e6)
    }
    val seconds = BarChart(s"$title: seconds", "s", names, Seq(Series("median of the runs", timed.map(_.median))))
    val dropped =
      if (droppedMb.flatten.exists(_ > 0))
        Some(BarChart(s"$title: dropped", "MB", names, Seq(Series("dropped", droppedMb))))
      else None
    seconds +: dropped.toSeq
  }

  private def seconds(rows: Seq[ResultRow], variant: String): Option[Double] =
    rows.find(_.variant.name == variant).flatMap(_.median)

  private def pressedSentence(rows: Seq[ResultRow]): Option[String] =
    for {
      stock <- seconds(rows, StandardVariants.stock)
      fixed <- seconds(rows, never)
      okibi <- seconds(rows, StandardVariants.okibi)
      stockDropped <- metric(rows, StandardVariants.counted, CacheMetrics.droppedBytes)
      okibiDropped <- metric(rows, StandardVariants.okibi, CacheMetrics.droppedBytes)
    } yield f"Stock takes $stock%.1f s; with dropped blocks left on disk ${fixed / stock * 100}%.0f %% of that " +
      "remain, with " +
      f"Okibi ${okibi / stock * 100}%.0f %%; stock dropped ${stockDropped / 1e6}%.0f MB, Okibi " +
      f"${okibiDropped / 1e6}%.0f MB."
}
