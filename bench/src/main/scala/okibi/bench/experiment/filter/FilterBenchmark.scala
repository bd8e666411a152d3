package okibi.bench.experiment.filter

import java.nio.file.{Files, Path}

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, CacheColumns, HeapSizes, Sides}
import okibi.bench.data.text.SeededText
import okibi.bench.runner.{Campaign, Column, Experiment, Headline, Row, RunContext, Variant}
import okibi.bench.workload.FilterJob
import okibi.core.metric.IndexMetrics
import okibi.report.{Bars, Chart, Series}

/** The filter test of Hayase et al., section 5.1: two cached RDDs that fight for memory, and a filter that few partitions can
  * answer. As there, the text is read from files, and both RDDs together are five times the storage memory.
  */
object FilterBenchmark extends Benchmark {
  override val name = "filter"
  override val about = "two cached RDDs larger than memory, ten times ten filters for a word and a word count"
  override val source = "Hayase et al., figure 3"

  private val paperRatio = 0.151

  private val index = FilterJob.indexKey -> "true"

  /** The paper's filters: Spark's own Bloom filter, 3 % false positives. */
  private val bloom = Seq(index, "spark.okibi.index.filter" -> "bloom")

  /** Spark's own store, LRU. */
  private val lru = Sides.watchingConf

  /** Spark's own ways but for the policy. */
  private val lrc = Sides.pluginConf ++ Seq(
    "spark.okibi.cache.policy" -> "lrc",
    "spark.okibi.cache.readmission" -> "always",
    "spark.okibi.cache.serializer" -> "spark",
    "spark.okibi.cache.cleaner.enabled" -> "false"
  )

  private val phases: Seq[String] = Seq("cacheLines", "cacheWords", "filters", "wordCount")

  /** As the paper had them, beside plain LRU, which is stock. */
  private val papers: Seq[(String, Seq[(String, String)])] =
    Seq("lrc" -> lrc, "bloom-lru" -> (lru ++ bloom), "bloom-lrc" -> (lrc ++ bloom))

  /** Okibi where the application does not ask for an index. */
  private val noIndex = "no-index"
  override val variants: Seq[String] = Seq(noIndex)

  /** @param memoryFraction `spark.memory.fraction`: less storage memory is under pressure with less data
    * @param multiple       deserialised size of both RDDs as a multiple of the storage memory
    */
  private final case class Size(
      heap: String,
      memoryFraction: Double,
      multiple: Double,
      partitions: Int,
      rounds: Int,
      runs: Int
  )

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size("512m", HeapSizes.storageShare, 1.5, 20, 2, 1)
    case BenchScale.Small => Size("512m", 0.4, 1.6, 48, 2, 3)
    case BenchScale.Paper => Size("1g", HeapSizes.storageShare, 5, 1000, 10, 3)
  }

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    val storageBytes = HeapSizes.storageBytesOf(its.heap, its.memoryFraction)
    val bytes = (storageBytes * its.multiple / SeededText.memoryBytesPerByte).toLong
    val text = options.data.resolve("text").resolve(s"$bytes-${its.partitions}-${options.seed}.txt")
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = Seq(experiment(options, its, bytes, text)),
      context = () => RunContext.here(storageBytes, Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      prepare = if (Files.exists(text)) Nil else Seq(data(text, bytes, its, options.seed)),
      recordings = options.recordings
    )
  }

  private def data(text: Path, bytes: Long, its: Size, seed: Long): Variant = Variant(
    "seeded text",
    TextDataJob.mainClass,
    ujson
      .Obj("file" -> text.toString, "bytes" -> bytes.toDouble, "partitions" -> its.partitions, "seed" -> seed.toDouble),
    its.heap
  )

  private def experiment(options: BenchOptions, its: Size, bytes: Long, text: Path): Experiment = {
    def work(rounds: Int, first: Int) = ujson.Obj(
      "input" -> ujson.Arr(text.toString),
      "partitions" -> its.partitions,
      "first" -> first,
      "rounds" -> rounds
    )
    val all = work(its.rounds, first = its.partitions)
    val others = (papers ++ Seq(noIndex -> Sides.pluginConf).filter { case (name, _) => options.variants(name) })
      .map { case (variant, conf) => Variant(variant, FilterJob.mainClass, all, its.heap, conf) }
    val stockAndOkibi = Sides.timed(FilterJob.mainClass, all, its.heap).map { variant =>
      if (variant.name == Sides.okibi) variant.copy(conf = variant.conf :+ index) else variant
    }
    Experiment(
      name = name,
      about =
        f"filter test, ${bytes / 1e6}%.0f MB of seeded text as lines and as words, ${its.partitions} partitions each, " +
          s"${its.rounds} rounds of ten filters and a word count, filling included, MEMORY_AND_DISK, heap ${its.heap}, of it ${its.memoryFraction} for Spark's memory; before that, untimed, " +
          "three times one round in a quarter of the partitions",
      variants = (stockAndOkibi ++ others).map(variant =>
        variant.copy(conf = variant.conf :+ ("spark.memory.fraction" -> its.memoryFraction.toString))
      ),
      runs = options.runs.getOrElse(its.runs),
      columns = Seq(CacheColumns.ratio) ++ phases.map(phase) ++ Seq(pruned, CacheColumns.gc),
      headlines = rows => Headline.ratio("filter.ratio", rows, Sides.okibi, Sides.stock, Some(paperRatio)).toSeq,
      warmUps = 3,
      lighter = _ => work(rounds = 1, first = its.partitions / 4),
      charts = charts(_),
      says = says(_)
    )
  }

  private val pruned: Column =
    Column("pruned", (row, _) => prunedShare(row).map(s => f"${s * 100}%.1f %%").getOrElse("-"))

  /** Partitions that filters did not read, of those they could have. */
  private def prunedShare(row: Row): Option[Double] = for {
    pruned <- row.metrics.get(IndexMetrics.partitionsPruned.name)
    kept <- row.metrics.get(IndexMetrics.partitionsKept.name)
    if pruned + kept > 0
  } yield pruned / (pruned + kept)

  private def phase(name: String): Column =
    Column(s"$name s", (row, _) => seconds(row, name).map(s => f"$s%.1f").getOrElse("-"))

  private def seconds(row: Row, phase: String): Option[Double] = row.metrics.get(s"${phase}Seconds")

  /** The figure of the paper: a bar a variant, a part of it a phase. */
  private def charts(rows: Seq[Row]): Seq[Chart] =
    Seq(
      Bars(
        "Seconds of each phase",
        "s",
        rows.map(_.variant.name),
        phases.map(name => Series(name, rows.map(seconds(_, name)))),
        stacked = true
      )
    )

  private def says(rows: Seq[Row]): Option[String] = for {
    own <- rows.find(_.variant.name == Sides.okibi)
    stock <- rows.find(_.variant.name == Sides.stock)
    ownFilters <- seconds(own, "filters")
    stockFilters <- seconds(stock, "filters")
    ownSeconds <- own.median
    pruned <- prunedShare(own)
  } yield f"Filters read ${(1 - pruned) * 100}%.1f %% of the partitions and take $ownFilters%.1f s instead of $stockFilters%.1f s; " +
    f"of Okibi's $ownSeconds%.1f s the other ${ownSeconds - ownFilters}%.1f s are spent filling the cache and counting words."
}
