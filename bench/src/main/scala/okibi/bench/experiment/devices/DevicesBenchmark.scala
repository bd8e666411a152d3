package okibi.bench.experiment.devices

import okibi.bench.benchmark.persist.PersistExperiment
import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, BenchmarkPlan, HeapSizes}
import okibi.bench.machine.device.{AccessPattern, DeviceDirectories, DeviceMeter, DeviceTable, WritePlace}
import okibi.bench.machine.probe.{MachineProfileJson, MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, ResultRow, Variant}
import okibi.bench.workload.PersistJob
import okibi.report.{BarChart, Chart, Series}

/** Compares devices: the speed of each, and the part of it that Spark uses when it caches RDDs on the device. */
object DevicesBenchmark extends Benchmark {
  override val name = "devices"
  override val about =
    "speed of the device of each directory, and the part of it that is used when several threads cache RDDs there"
  override val source = "Zhang et al., figures 8 and 9; Tanimura and Ogawa, table 2"
  override val comparesDirectories = true
  private val table = "table"
  private val cache = "cache"
  override val parts: Seq[String] = Seq(table, cache)
  private val serializers = Seq(MeasuredCodec.java, MeasuredCodec.okibi)

  /** @param megabytes sizes of a partition
    * @param threads   numbers of threads, each of which writes a partition
    */
  private final case class Size(heap: String, megabytes: Seq[Int], threads: Seq[Int], runs: Int, quick: Boolean) {
    val writes: Seq[PersistJob.Write] =
      for (count <- threads; size <- megabytes) yield PersistJob.Write(s"${count}x${size}MB", size, count)
  }

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size(heap = "512m", megabytes = Seq(2), threads = Seq(1, 2), runs = 1, quick = true)
    case BenchScale.Small => Size(heap = "1g", megabytes = Seq(20, 60), threads = Seq(1, 2, 4), runs = 3, quick = false)
    case BenchScale.Paper =>
      val megabytes = Seq(500, 1000, 1500, 2000)
      Size(heap = "4g", megabytes, threads = Seq(1, 4, 8, 12), runs = 3, quick = false)
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    val work = options.output.folder
    val writtenBytes = if (options.includes(cache)) PersistJob.diskBytes(size.writes) else 0
    val bytes = math.max(writtenBytes, DeviceMeter.fileBytes(size.quick))
    val chosen = options.devices.directories
    val places = WritePlace.directories(DeviceDirectories.orDefaults(chosen, work, bytes), work) ++
      WritePlace.simulated(options.devices.simulated, bytes, work)
    val runs = options.runs.getOrElse(size.runs)
    BenchmarkPlan(
      experiments = (if (options.includes(table)) Seq(speeds(places, size, runs)) else Nil) ++
        (if (options.includes(cache)) cached(places, size, runs, options.seed) else Nil),
      storageBytes = HeapSizes.storageBytesOf(size.heap),
      simulated = places.flatMap(_.limits).map(_.line).headOption,
      setUp = WritePlace.open(places),
      notes = WritePlace.notes(options.devices.simulated) ++ DeviceDirectories.note(chosen, bytes)
    )
  }

  /** One row for each place, with every access pattern. */
  private def speeds(places: Seq[WritePlace], size: Size, runs: Int): Experiment = Experiment(
    name = s"$name-$table",
    about =
      "devices, sequential blocks of 1 MiB and random blocks of 4 KiB, past the page cache and through it, fsync " +
        "included; " +
        s"measured with ${DeviceMeter.here.name} ('-': no direct I/O there, as on tmpfs)",
    variants = places.map(place =>
      place.assign(Variant(place.line, DeviceJob.mainClass, ujson.Obj("quick" -> size.quick), size.heap))
    ),
    runs = runs,
    report = ExperimentReport(
      columns = DeviceTable.figures.map { case (title, pattern) =>
        Column(
          title,
          (row, _) =>
            DeviceTable
              .text(pattern, row.metrics.get(s"${pattern.name}.mbPerSecond"), row.metrics.get(s"${pattern.name}.iops"))
        )
      },
      charts = rows => Seq(bars(rows, random = false), bars(rows, random = true)),
      says = difference
    )
  )

  /** The ratio of the devices' speeds, where several can be written to past the page cache. */
  private def difference(rows: Seq[ResultRow]): Option[String] = {
    val speeds = rows.flatMap(row => row.metrics.get(s"${AccessPattern.sequentialWrite.name}.mbPerSecond"))
    if (speeds.size < 2) None
    else
      Some(
        f"past the page cache, the fastest device writes ${speeds.max / speeds.min}%.1f times as fast as the slowest " +
          "(paper: SSD 4.6 times its HDD)"
      )
  }

  private def bars(rows: Seq[ResultRow], random: Boolean): Chart = {
    val figures = DeviceTable.figures.filter(_._2.random == random)
    val unit = if (random) "iops" else "mbPerSecond"
    BarChart(
      if (random) "Random blocks of 4 KiB" else "Sequential blocks of 1 MiB",
      if (random) "operations/s" else "MB/s",
      figures.map(_._1),
      rows.map(row =>
        Series(row.variant.name, figures.map { case (_, pattern) => row.metrics.get(s"${pattern.name}.$unit") })
      )
    )
  }

  private def cached(places: Seq[WritePlace], size: Size, runs: Int, seed: Long): Seq[Experiment] = {
    val profile = MachineProfileJson.read(MachineProfileJson.file)
    for (place <- places; kind <- ProbeRecords.kinds)
      yield PersistExperiment(s"$name-$kind-${place.label}", place, kind, size.writes, serializers)
        .experiment(size.heap, runs, seed, profile)
  }
}
