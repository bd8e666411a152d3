package okibi.bench.experiment.filter

import java.nio.file.{Files, Path}

import okibi.bench.benchmark.{
  BenchOptions,
  BenchScale,
  Benchmark,
  BenchmarkPlan,
  CacheColumns,
  HeapSizes,
  StandardVariants
}
import okibi.bench.data.text.SeededText
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant}
import okibi.bench.workload.FilterJob
import okibi.core.advice.SparkMemory
import okibi.core.metric.IndexMetrics
import okibi.report.{BarChart, Chart, Series}

/** The filter test of Hayase et al., section 5.1: two cached RDDs that compete for memory, and a filter that only few
  * partitions can answer. As in the paper, the text is read from files, and both RDDs together are five times the
  * storage memory.
  */
object FilterBenchmark extends Benchmark {
  override val name = "filter"
  override val about = "two cached RDDs that are larger than memory, ten times ten filters for a word and a word count"
  override val source = "Hayase et al., figure 3"

  private val paperRatio = 0.151

  private val index = FilterJob.indexKey -> "true"

  /** The paper's filters: Spark's own Bloom filter, 3 % false positives. */
  private val bloom = Seq(index, "spark.okibi.index.filter" -> "bloom")

  /** Spark's own store, LRU. */
  private val lru = StandardVariants.observingConf

  /** Spark's own decisions, except for the policy. */
  private val lrc = StandardVariants.pluginConf ++ Seq(
    "spark.okibi.cache.policy" -> "lrc",
    "spark.okibi.cache.readmission" -> "always",
    "spark.okibi.cache.serializer" -> "spark",
    "spark.okibi.cache.cleaner.enabled" -> "false"
  )
  private val phases: Seq[String] = Seq("cacheLines", "cacheWords", "filters", "wordCount")

  /** The paper's variants, beside plain LRU, which is stock. */
  private val paperVariants: Seq[(String, Seq[(String, String)])] =
    Seq("lrc" -> lrc, "bloom-lru" -> (lru ++ bloom), "bloom-lrc" -> (lrc ++ bloom))

  /** Okibi where the application asks for no index. */
  private val noIndex = "no-index"
  override val variants: Seq[String] = Seq(noIndex)

  /** @param memoryFraction `spark.memory.fraction`: less data suffice to fill less storage memory
    * @param multiple       deserialized size of both RDDs as a multiple of the storage memory
    */
  private final case class Size(
      heap: String,
      memoryFraction: Double,
      multiple: Double,
      partitions: Int,
      rounds: Int,
      runs: Int
  )

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny =>
      val fraction = SparkMemory.defaultFraction
      Size(heap = "512m", memoryFraction = fraction, multiple = 1.5, partitions = 20, rounds = 2, runs = 1)
    case BenchScale.Small =>
      Size(heap = "512m", memoryFraction = 0.4, multiple = 1.6, partitions = 48, rounds = 2, runs = 3)
    case BenchScale.Paper =>
      val fraction = SparkMemory.defaultFraction
      Size(heap = "1g", memoryFraction = fraction, multiple = 5, partitions = 1000, rounds = 10, runs = 3)
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    val storageBytes = HeapSizes.storageBytesOf(size.heap, size.memoryFraction)
    val bytes = (storageBytes * size.multiple / SeededText.memoryBytesPerByte).toLong
    val text = options.dataFolder.resolve("text").resolve(s"$bytes-${size.partitions}-${options.seed}.txt")
    BenchmarkPlan(
      experiments = Seq(experiment(options, size, bytes, text)),
      storageBytes = storageBytes,
      prepare = if (Files.exists(text)) Nil else Seq(textData(text, bytes, size, options.seed))
    )
  }

  private def textData(text: Path, bytes: Long, size: Size, seed: Long): Variant = Variant(
    "seeded text",
    TextDataJob.mainClass,
    ujson.Obj(
      "file" -> text.toString,
      "bytes" -> bytes.toDouble,
      "partitions" -> size.partitions,
      "seed" -> seed.toDouble
    ),
    size.heap
  )

  private def experiment(options: BenchOptions, size: Size, bytes: Long, text: Path): Experiment = {
    def work(rounds: Int, first: Int) = ujson.Obj(
      "input" -> ujson.Arr(text.toString),
      "partitions" -> size.partitions,
      "first" -> first,
      "rounds" -> rounds
    )
    val fullWork = work(size.rounds, first = size.partitions)
    val chosen = Seq(noIndex -> StandardVariants.pluginConf).filter { case (name, _) =>
      options.selection.variants(name)
    }
    val others = (paperVariants ++ chosen).map { case (name, conf) =>
      Variant(name, FilterJob.mainClass, fullWork, size.heap, conf)
    }
    val stockAndOkibi = StandardVariants.timed(FilterJob.mainClass, fullWork, size.heap).map { variant =>
      if (variant.name == StandardVariants.okibi) variant.copy(conf = variant.conf :+ index) else variant
    }
    val fraction = "spark.memory.fraction" -> size.memoryFraction.toString
    Experiment(
      name = name,
      about =
        f"filter test, ${bytes / 1e6}%.0f MB of seeded text as lines and as words, ${size.partitions} partitions " +
          "each, " +
          s"${size.rounds} rounds of ten filters and a word count, filling included, MEMORY_AND_DISK, heap " +
          s"${size.heap}, " +
          s"${size.memoryFraction} of it for Spark's memory; before that, untimed, three times one round in a " +
          "quarter of the " +
          "partitions",
      variants = (stockAndOkibi ++ others).map(variant => variant.copy(conf = variant.conf :+ fraction)),
      runs = options.runs.getOrElse(size.runs),
      jvmUse = JvmUse.Warm(warmUps = 3, lighter = _ => work(rounds = 1, first = size.partitions / 4)),
      report = ExperimentReport(
        columns = Seq(CacheColumns.ratio) ++ phases.map(phase) ++ Seq(pruned, CacheColumns.gc),
        headlines = rows => {
          val (okibi, stock) = (StandardVariants.okibi, StandardVariants.stock)
          Headline.ratio("filter.ratio", rows, okibi, stock, Some(paperRatio)).toSeq
        },
        charts = charts,
        says = says
      )
    )
  }

  private val pruned: Column =
    Column("pruned", (row, _) => prunedShare(row).map(s => f"${s * 100}%.1f %%").getOrElse("-"))

  /** Share of the partitions that filters did not read. */
  private def prunedShare(row: ResultRow): Option[Double] = for {
    pruned <- row.metrics.get(IndexMetrics.partitionsPruned.name)
    kept <- row.metrics.get(IndexMetrics.partitionsKept.name)
    if pruned + kept > 0
  } yield pruned / (pruned + kept)

  private def phase(name: String): Column =
    Column(s"$name s", (row, _) => seconds(row, name).map(s => f"$s%.1f").getOrElse("-"))

  private def seconds(row: ResultRow, phase: String): Option[Double] = row.metrics.get(s"${phase}Seconds")

  /** The figure of the paper: one bar for each variant, one part of the bar for each phase. */
  private def charts(rows: Seq[ResultRow]): Seq[Chart] =
    Seq(
      BarChart(
        "Seconds of each phase",
        "s",
        rows.map(_.variant.name),
        phases.map(name => Series(name, rows.map(seconds(_, name)))),
        stacked = true
      )
    )

  private def says(rows: Seq[ResultRow]): Option[String] = for {
    okibi <- rows.find(_.variant.name == StandardVariants.okibi)
    stock <- rows.find(_.variant.name == StandardVariants.stock)
    okibiFilters <- seconds(okibi, "filters")
    stockFilters <- seconds(stock, "filters")
    okibiSeconds <- okibi.median
    pruned <- prunedShare(okibi)
  } yield f"Filters read ${(1 - pruned) * 100}%.1f %% of the partitions and take $okibiFilters%.1f s instead of " +
    f"$stockFilters%.1f s; the other ${okibiSeconds - okibiFilters}%.1f s of Okibi's $okibiSeconds%.1f s fill the " +
    "cache and " +
    "count words."
}
