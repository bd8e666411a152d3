package okibi.bench.experiment.devices

import okibi.bench.benchmark.persist.PersistExperiment
import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, HeapSizes, Sides}
import okibi.bench.machine.device.{AccessPattern, DeviceMeter, DeviceTable, Directories, Place}
import okibi.bench.machine.probe.{MachineProfileJson, MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Campaign, Column, Experiment, Row, RunContext, Variant}
import okibi.bench.workload.PersistJob
import okibi.report.{Bars, Chart, Series}

/** Devices beside each other: what each takes and gives, and what is left of that when Spark caches RDDs on it. */
object DevicesBenchmark extends Benchmark {
  override val name = "devices"
  override val about =
    "what the device of each directory takes and gives, and how much of it is used when RDDs are cached on it by several threads"
  override val source = "Zhang et al., figures 8 and 9; Tanimura and Ogawa, table 2"
  override val hasDirectories = true

  private val table = "table"
  private val cache = "cache"
  override val parts: Seq[String] = Seq(table, cache)

  private val serializers = Seq(MeasuredCodec.java, MeasuredCodec.okibi)

  /** @param megabytes of a partition
    * @param threads   that each write one
    */
  private final case class Size(heap: String, megabytes: Seq[Int], threads: Seq[Int], runs: Int, quick: Boolean) {
    val writes: Seq[PersistJob.Write] =
      for (at <- threads; size <- megabytes) yield PersistJob.Write(s"${at}x${size}MB", size, at)
  }

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size("512m", Seq(2), Seq(1, 2), 1, quick = true)
    case BenchScale.Small => Size("1g", Seq(20, 60), Seq(1, 2, 4), 3, quick = false)
    case BenchScale.Paper => Size("4g", Seq(500, 1000, 1500, 2000), Seq(1, 4, 8, 12), 3, quick = false)
  }

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    val bytes =
      math.max(if (options.has(cache)) PersistJob.diskBytes(its.writes) else 0, DeviceMeter.fileBytes(its.quick))
    val places = Place.directories(Directories.orDefaults(options.dirs, options.out, bytes), options.out) ++ Place
      .simulated(options.simulate, bytes, options.out)
    val runs = options.runs.getOrElse(its.runs)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = (if (options.has(table)) Seq(measured(places, its, runs)) else Nil) ++
        (if (options.has(cache)) cached(places, its, runs, options.seed) else Nil),
      context = () =>
        RunContext.here(
          HeapSizes.storageBytesOf(its.heap),
          Sides.pluginConf,
          options.seed,
          options.args,
          places.flatMap(_.limits).map(_.line).headOption
        ),
      out = options.out,
      columns = options.columns,
      setUp = Place.settle(places),
      notes = Place.notes(options.simulate) ++ Directories.note(options.dirs, bytes),
      recordings = options.recordings
    )
  }

  /** A row a place, with every way of access. */
  private def measured(places: Seq[Place], its: Size, runs: Int): Experiment = Experiment(
    name = s"$name-$table",
    about =
      s"devices, blocks of 1 MiB in a row and of 4 KiB anywhere, past the page cache and through it, fsync included; measured with ${DeviceMeter.here.name} " +
        "('-': no direct I/O there, as on tmpfs)",
    variants = places.map(place =>
      Place.at(place, Variant(place.line, DeviceJob.mainClass, ujson.Obj("quick" -> its.quick), its.heap))
    ),
    runs = runs,
    columns = DeviceTable.figures.map { case (title, pattern) =>
      Column(
        title,
        (row, _) =>
          DeviceTable
            .text(pattern, row.metrics.get(s"${pattern.name}.mbPerSecond"), row.metrics.get(s"${pattern.name}.iops"))
      )
    },
    headlines = _ => Nil,
    charts = rows => Seq(bars(rows, random = false), bars(rows, random = true)),
    says = differ
  )

  /** How far apart the devices are, where there are several that can be written to past the page cache. */
  private def differ(rows: Seq[Row]): Option[String] = {
    val speeds = rows.flatMap(row => row.metrics.get(s"${AccessPattern.sequentialWrite.name}.mbPerSecond"))
    if (speeds.size < 2) None
    else
      Some(
        f"past the page cache, the fastest device takes ${speeds.max / speeds.min}%.1f times what the slowest does (paper: SSD 4.6 times its HDD)"
      )
  }

  private def bars(rows: Seq[Row], random: Boolean): Chart = {
    val figures = DeviceTable.figures.filter(_._2.random == random)
    val unit = if (random) "iops" else "mbPerSecond"
    Bars(
      if (random) "Blocks of 4 KiB anywhere" else "Blocks of 1 MiB in a row",
      if (random) "operations/s" else "MB/s",
      figures.map(_._1),
      rows.map(row =>
        Series(row.variant.name, figures.map { case (_, pattern) => row.metrics.get(s"${pattern.name}.$unit") })
      )
    )
  }

  private def cached(places: Seq[Place], its: Size, runs: Int, seed: Long): Seq[Experiment] = {
    val profile = MachineProfileJson.read(MachineProfileJson.file)
    for (place <- places; kind <- ProbeRecords.kinds)
      yield PersistExperiment(s"$name-$kind-${place.label}", place, kind, its.writes, serializers)
        .experiment(its.heap, runs, seed, profile)
  }
}
