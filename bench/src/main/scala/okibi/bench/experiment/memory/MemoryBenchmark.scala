package okibi.bench.experiment.memory

import okibi.bench.benchmark.{
  BenchOptions,
  Benchmark,
  BenchmarkPlan,
  CacheColumns,
  CachedQueries,
  HeapSizes,
  StandardVariants
}
import okibi.bench.machine.device.{DeviceLimits, SimulatedDevice, WritePlace}
import okibi.bench.machine.memory.{MemoryLimit, MemoryMeter}
import okibi.bench.query.QuerySuite
import okibi.bench.query.tpch.{Tpch, TpchDataJob}
import okibi.bench.runner.{
  Column,
  Experiment,
  ExperimentReport,
  Headline,
  ResultRow,
  ResultTable,
  RunScope,
  Stats,
  VariantRole
}

/** Stock and Okibi in one limit of memory, as a container has it: heap, all other memory and page cache together. Stock
  * has the best settings of a grid, Okibi one configuration for all work.
  */
object MemoryBenchmark extends Benchmark {
  override val name = "memory"
  override val about =
    "cached data of two to eight times a limit of memory, page cache included: Okibi against the best of stock's " +
      "settings"
  override val source = "TeraHeap (ASPLOS 2023) gives both sides the same memory"
  override val suite: Option[QuerySuite] = Some(Tpch)

  // It needs a control group, and hours.
  override val isPartOfAll = false

  private val tpch = "tpch"
  private val ample = "ample"

  private val works: Seq[(String, WorkFactory => LimitedWork)] = Seq(
    "kmeans" -> (_.kmeans(4)),
    "kmeans.8" -> (_.kmeans(8)),
    "kmeans.2" -> (_.kmeans(2)),
    "sparse" -> (_.sparse(4)),
    "filter" -> (_.filter(4)),
    "pagerank" -> (_.pageRank(4)),
    "mixed" -> (_.mixed(4)),
    tpch -> (_.tpch(4)),
    "ssd.kmeans" -> (_.kmeans(4, Some(DeviceLimits.ssd))),
    "hdd.kmeans" -> (_.kmeans(4, Some(DeviceLimits.hdd)))
  )
  override val parts: Seq[String] = works.map(_._1)

  /** The whole job in a heap that holds all data, without a limit. */
  override val variants: Seq[String] = Seq(ample)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = MemoryScale.of(options.scale)
    val sized = new WorkFactory(options, scale)
    val (wanted, missing) = works
      .collect { case (part, work) if options.includes(part) => part -> work(sized) }
      .partition { case (_, work) => work.disk.isEmpty || SimulatedDevice.missing.isEmpty }
    val places = for ((part, work) <- wanted; disk <- work.disk) yield part -> place(disk, scale)
    BenchmarkPlan(
      experiments = wanted.map { case (part, work) => experiment(options, scale, part, work) },
      storageBytes = HeapSizes.storageBytesOf(scale.okibiHeap),
      setUp = limited(scale, places.toMap),
      notes = missing.map { case (part, _) => s"$part is skipped: it ${SimulatedDevice.missing.getOrElse("")}" },
      prepare =
        if (options.includes(tpch)) CachedQueries.data(Tpch, TpchDataJob, options, scale.scaleFactor, Tpch.tables).toSeq
        else Nil
    )
  }

  private def experiment(options: BenchOptions, scale: MemoryScale, part: String, work: LimitedWork): Experiment = {
    val level = "MEMORY_AND_DISK"
    val okibi = work.variant(StandardVariants.okibi, scale.okibiHeap, level, StandardVariants.pluginConf: _*)
    val inMemory = work.variant(ample, scale.ampleHeap, "MEMORY_ONLY")
    Experiment(
      name = part,
      about = f"${work.about}%s: ${work.times}%.0f times ${scale.unit}%d MB, in a limit of ${scale.limitMb}%d MB for heap, other memory and " +
        s"page cache. Stock: the fastest of ${scale.stockHeaps.size} heaps and ${scale.grid.size} storage levels, and " +
        s"of serializers and compression. Okibi: heap ${scale.okibiHeap}, $level" +
        work.disk.fold("")(disk => s". Cached data go to a device: ${disk.line}") +
        (if (options.selection.variants(ample)) s". $ample: stock, heap ${scale.ampleHeap}, no limit" else ""),
      variants = okibi +: (if (options.selection.variants(ample)) Seq(inMemory) else Nil),
      runs = options.runs.getOrElse(scale.runs),
      contest = Some(StockGrid(scale.stockHeaps, scale.grid).contest(work)),
      report = ExperimentReport(
        columns = columns,
        headlines = if (part == tpch) ofQueries else ofRatio(part),
        details = rows => Seq(ways(rows)) ++ (if (part == tpch) Seq(CachedQueries.perQuery(rows)) else Nil),
        charts = if (part == tpch) CachedQueries.charts else _ => Nil,
        says = says
      )
    )
  }

  /** Room for the cached data of any variant: serializers write up to 1.5 times the objects. */
  private def place(disk: DeviceLimits, scale: MemoryScale): WritePlace =
    WritePlace.Simulated(disk, scale.bytes(4 * 2) + SimulatedDevice.fileSystemBytes)

  /** Puts every variant that has a limit into a control group, which begins without a page cache.
    *
    * @param places the simulated devices of the experiments that have one
    */
  private def limited(scale: MemoryScale, places: Map[String, WritePlace])(
      scope: RunScope,
      experiments: Seq[Experiment]
  ): Seq[Experiment] = {
    val limitBytes = scale.limitMb << 20
    lazy val group = MemoryLimit.group(scope, name, limitBytes)
    val placed = experiments.map(experiment => places.get(experiment.name).fold(experiment)(_.assignAll(experiment)))
    val opened = WritePlace.open(places.values.toSeq.distinct)(scope, placed)
    // After the devices: the limits of a simulated device and of memory are those of one group.
    if (places.nonEmpty) SimulatedDevice.limitMemory(scope, limitBytes)
    opened.map { experiment =>
      val prefix =
        if (places.contains(experiment.name)) MemoryLimit.coldStart ++ SimulatedDevice.commandPrefix else group
      experiment.map(variant => if (variant.name == ample) variant else variant.copy(commandPrefix = prefix))
    }
  }

  private def ofRatio(part: String)(rows: Seq[ResultRow]): Seq[Headline] = Seq(
    Headline.ratio(s"memory.$part.ratio", rows, StandardVariants.okibi, StandardVariants.stock),
    Headline.ratio(s"memory.$part.vs_ample", rows, StandardVariants.okibi, ample)
  ).flatten

  private def ofQueries(rows: Seq[ResultRow]): Seq[Headline] = {
    val shares = CachedQueries.ratios(rows).values.toSeq
    if (shares.isEmpty) Nil
    else
      Seq(
        Headline(s"memory.$tpch.geomean", Stats.geometricMean(shares), "x"),
        Headline(s"memory.$tpch.worst", shares.max, "x")
      )
  }

  private val columns: Seq[Column] = Seq(
    CacheColumns.ratio,
    megabytes("own memory MB", MemoryMeter.anonymousBytes),
    megabytes("page cache MB", MemoryMeter.pageCacheBytes),
    megabytes("read MB", MemoryMeter.readBytes),
    megabytes("written MB", MemoryMeter.writtenBytes),
    Column.metric("major faults", MemoryMeter.majorFaults)(n => f"$n%.0f"),
    CacheColumns.gc,
    CacheColumns.processor
  )

  private def megabytes(title: String, metric: String): Column =
    Column.metric(title, metric)(bytes => f"${bytes / 1e6}%.0f")

  /** The settings of stock that were tried, the fastest first. result.json has the reason of a failure. */
  private def ways(rows: Seq[ResultRow]): String = {
    val tried = rows.filter(_.variant.role == VariantRole.Candidate)
    val (failed, ended) = tried.partition(_.median.isEmpty)
    ResultTable(
      Seq("settings of stock", "s", "read MB", "written MB", "GC s"),
      ended.sortBy(_.seconds.head).map { row =>
        def shown(metric: String, per: Double): String =
          row.metrics.get(metric).fold("-")(value => f"${value / per}%.0f")
        Seq(
          row.variant.name,
          f"${row.seconds.head}%.1f",
          shown(MemoryMeter.readBytes, 1e6),
          shown(MemoryMeter.writtenBytes, 1e6),
          shown("gcMs", 1e3)
        )
      } ++ failed.map(row => Seq(row.variant.name, "failed", "", "", ""))
    )
  }

  private def says(rows: Seq[ResultRow]): Option[String] = for {
    okibi <- CachedQueries.completed(rows, StandardVariants.okibi)
    stock <- CachedQueries.completed(rows, StandardVariants.stock)
    okibiSeconds <- okibi.median
    stockSeconds <- stock.median
    best <- rows
      .filter(row => row.variant.role == VariantRole.Candidate && row.median.isDefined)
      .minByOption(_.seconds.head)
  } yield f"Okibi takes $okibiSeconds%.1f s and stock $stockSeconds%.1f s, with the fastest of its settings " +
    s"(${best.variant.name})."
}
