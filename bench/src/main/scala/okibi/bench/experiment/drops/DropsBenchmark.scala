package okibi.bench.experiment.drops

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, CacheColumns, HeapSizes, Sides}
import okibi.bench.runner.{Campaign, Experiment, Headline, Row, RunContext, Variant}
import okibi.bench.workload.{KMeansJob, LighterWork, NaiveBayesJob}
import okibi.core.metric.{CacheMetrics, Metric}
import okibi.report.{Bars, Chart, Series}

/** MEMORY_AND_DISK in heaps that hold less and less of the data, as Spark comes, with the paper's fix (a block that was dropped
  * stays on disk) and with Okibi; beside it the levels that need no drops. Zhang et al. (xSIG 2017), section 3.4.
  */
object DropsBenchmark extends Benchmark {
  override val name = "drops"
  override val about =
    "k-means and naive Bayes with MEMORY_AND_DISK in three heaps too small: seconds, drops and what was moved back"
  override val source = "Zhang et al., figures 6 and 7, tables 2 to 5"
  override val parts: Seq[String] = Seq("bayes", "kmeans")

  /** Seconds with the paper's fix as a share of those without, and the same of the megabytes dropped. */
  private final case class Heap(name: String, paperRatio: Double, paperDropped: Double)

  private val heaps: Seq[Heap] = Seq(
    Heap("512m", 422.0 / 670, 610.0 / 2577),
    Heap("1g", 331.0 / 533, 486.0 / 26793),
    Heap("2g", 318.0 / 489, 473.0 / 20936)
  )

  /** Spark's own ways but for blocks that were dropped. */
  private val never = "never"
  private val paperFix: Seq[(String, String)] = Sides.pluginConf ++ Seq(
    "spark.okibi.cache.policy" -> "lru",
    "spark.okibi.cache.readmission" -> "never",
    "spark.okibi.cache.serializer" -> "spark",
    "spark.okibi.cache.cleaner.enabled" -> "false"
  )

  /** The data of a job in a heap.
    *
    * @param records        vectors of k-means, 196 bytes each in memory, two to three times its storage memory; documents of naive Bayes
    * @param memoryFraction `spark.memory.fraction`: less memory is under pressure with data that take less time
    */
  private final case class Load(records: Int, memoryFraction: Double = HeapSizes.storageShare)

  /** @param kmeans    of each heap
    * @param bayes     the same; where there are fewer, fewer heaps, and no other levels: `levels` has those
    * @param roomyHeap holds the least of either
    */
  private final case class Size(
      kmeans: Seq[Load],
      bayes: Seq[Load],
      iterations: Int,
      partitions: Int,
      roomyHeap: String,
      runs: Int
  )

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size(Seq.fill(3)(Load(100000)), Seq(Load(5000, 0.05)), 2, 8, "1g", 1)
    // As few partitions as memory can take turns with: what Spark does for each task is what most of a short run is spent on.
    case BenchScale.Small =>
      Size(Seq(Load(1900000), Load(2600000, 0.27), Load(3200000, 0.16)), Seq(Load(20000, 0.1)), 3, 24, "3g", 3)
    case BenchScale.Paper => Size(Seq.fill(3)(Load(43600000)), Seq.fill(3)(Load(500000)), 5, 128, "20g", 3)
  }

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = Seq("bayes" -> bayes _, "kmeans" -> kmeans _).collect {
        case (part, make) if options.has(part) => make(options, its)
      }.flatten,
      context =
        () => RunContext.here(HeapSizes.storageBytesOf(heaps(1).name), Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      recordings = options.recordings
    )
  }

  private def kmeans(options: BenchOptions, its: Size): Seq[Experiment] = {
    def work(vectors: Int) = ujson.Obj(
      "vectors" -> vectors,
      "partitions" -> its.partitions,
      "iterations" -> its.iterations,
      "seed" -> options.seed.toDouble
    )
    heaps.zip(its.kmeans).map { case (heap, load) =>
      pressed(
        "kmeans",
        s"dense k-means, ${load.records} vectors of 20",
        KMeansJob.mainClass,
        work(load.records),
        heap,
        load,
        options,
        its
      )
    } :+ relaxed("kmeans", KMeansJob.mainClass, work(its.kmeans.head.records / 2), options, its)
  }

  private def bayes(options: BenchOptions, its: Size): Seq[Experiment] = {
    def work(documents: Int) = ujson.Obj(
      "documents" -> documents,
      "words" -> 200,
      "vocabulary" -> 5000,
      "classes" -> 10,
      "partitions" -> its.partitions,
      "seed" -> options.seed.toDouble
    )
    heaps.zip(its.bayes).map { case (heap, load) =>
      pressed(
        "bayes",
        s"sparse naive Bayes, ${load.records} documents of 200 words",
        NaiveBayesJob.mainClass,
        work(load.records),
        heap,
        load,
        options,
        its
      )
    } ++ (if (its.bayes.size == heaps.size)
            Some(relaxed("bayes", NaiveBayesJob.mainClass, work(its.bayes.head.records / 2), options, its))
          else None)
  }

  /** One heap: stock, the paper's fix, Okibi. */
  private def pressed(
      part: String,
      data: String,
      job: String,
      work: ujson.Obj,
      heap: Heap,
      load: Load,
      options: BenchOptions,
      its: Size
  ): Experiment = {
    val Seq(stock, okibi) = Sides.timed(job, work, heap.name)
    val share = "spark.memory.fraction" -> load.memoryFraction.toString
    Experiment(
      name = s"$part-${heap.name}",
      about =
        s"$data, ${its.partitions} partitions, MEMORY_AND_DISK, heap ${heap.name}, of it ${load.memoryFraction} for Spark's memory",
      variants = Seq(stock, Variant(never, job, work, heap.name, paperFix), okibi, Sides.counting(job, work, heap.name))
        .map(variant => variant.copy(conf = variant.conf :+ share)),
      runs = options.runs.getOrElse(its.runs),
      // With most of the data: half would fit, and nothing that the runs do to blocks out of memory would be warm.
      warmUps = 3,
      lighter = LighterWork.of(0.6),
      columns = CacheColumns.all ++ CacheColumns.movedBack,
      headlines = rows => headlines(part, heap, rows),
      charts = rows => charts(s"$part, heap ${heap.name}", rows),
      says = says(_)
    )
  }

  /** The levels that never drop, each in a heap that suits it: what MEMORY_AND_DISK is measured against. */
  private def relaxed(part: String, job: String, work: ujson.Obj, options: BenchOptions, its: Size): Experiment = {
    def variant(name: String, heap: String, level: String, more: (String, String)*): Variant =
      Variant(name, job, work, heap, (KMeansJob.levelKey -> level) +: more)
    val small = heaps.head.name
    Experiment(
      name = s"$part-levels",
      about =
        s"half of the smallest data of $part where nothing is dropped: MEMORY_ONLY in a heap of ${its.roomyHeap}, the others in $small",
      variants = Seq(
        variant("MEMORY_ONLY", its.roomyHeap, "MEMORY_ONLY"),
        variant(
          "OFF_HEAP",
          small,
          "OFF_HEAP",
          "spark.memory.offHeap.enabled" -> "true",
          "spark.memory.offHeap.size" -> small
        ),
        variant("DISK_ONLY", small, "DISK_ONLY"),
        variant(s"${Sides.okibi} DISK_ONLY", small, "DISK_ONLY", Sides.pluginConf: _*)
      ),
      runs = options.runs.getOrElse(its.runs),
      warmUps = 2,
      shared = true,
      lighter = LighterWork.of(0.4),
      columns = Seq(CacheColumns.gc),
      headlines = _ => Nil,
      says = rows =>
        for {
          memory <- rows.find(_.variant.name == "MEMORY_ONLY").flatMap(_.median)
          stock <- rows.find(_.variant.name == "DISK_ONLY").flatMap(_.median)
          own <- rows.find(_.variant.name == s"${Sides.okibi} DISK_ONLY").flatMap(_.median)
        } yield f"From disk it takes ${stock / memory}%.2f times as long as from memory, with Okibi ${own / memory}%.2f times."
    )
  }

  private def headlines(part: String, heap: Heap, rows: Seq[Row]): Seq[Headline] = {
    val isKMeans = part == "kmeans"
    val paper = Some(heap.paperRatio).filter(_ => isKMeans)
    val dropped = for {
      own <- metric(rows, Sides.okibi, CacheMetrics.droppedBytes)
      stock <- metric(rows, Sides.counted, CacheMetrics.droppedBytes)
      if stock > 0
    } yield Headline(
      s"drops.$part.${heap.name}.mb.ratio",
      own / stock,
      "x",
      Some(heap.paperDropped).filter(_ => isKMeans),
      timed = false
    )
    Headline.ratio(s"drops.$part.${heap.name}.ratio", rows, Sides.okibi, Sides.stock, paper).toSeq ++
      Headline.ratio(s"drops.$part.${heap.name}.never.ratio", rows, never, Sides.stock, paper) ++ dropped
  }

  private def metric(rows: Seq[Row], variant: String, metric: Metric): Option[Double] =
    rows.find(_.variant.name == variant).flatMap(_.metrics.get(metric.name))

  private def charts(title: String, rows: Seq[Row]): Seq[Chart] = {
    val shown = rows.filter(_.variant.timed)
    def counted(row: Row, what: Metric): Option[Double] =
      metric(rows, if (row.variant.name == Sides.stock) Sides.counted else row.variant.name, what).map(_ / 1e6)
    val dropped = shown.map(counted(_, CacheMetrics.droppedBytes))
    Bars(s"$title: seconds", "s", shown.map(_.variant.name), Seq(Series("median of the runs", shown.map(_.median)))) +:
      (if (dropped.flatten.exists(_ > 0))
         Seq(Bars(s"$title: dropped", "MB", shown.map(_.variant.name), Seq(Series("dropped", dropped))))
       else Nil)
  }

  private def says(rows: Seq[Row]): Option[String] = {
    def seconds(variant: String): Option[Double] = rows.find(_.variant.name == variant).flatMap(_.median)
    for {
      stock <- seconds(Sides.stock)
      fixed <- seconds(never)
      own <- seconds(Sides.okibi)
      stocks <- metric(rows, Sides.counted, CacheMetrics.droppedBytes)
      owns <- metric(rows, Sides.okibi, CacheMetrics.droppedBytes)
    } yield f"Of stock's $stock%.1f s, leaving dropped blocks on disk leaves ${fixed / stock * 100}%.0f %%, Okibi ${own / stock * 100}%.0f %%; " +
      f"stock dropped ${stocks / 1e6}%.0f MB, Okibi ${owns / 1e6}%.0f MB."
  }
}
