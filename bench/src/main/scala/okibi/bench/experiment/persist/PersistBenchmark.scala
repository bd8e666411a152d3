package okibi.bench.experiment.persist

import okibi.bench.benchmark.persist.PersistExperiment
import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, BenchmarkPlan, HeapSizes}
import okibi.bench.machine.device.{DeviceDirectories, WritePlace}
import okibi.bench.machine.probe.{MachineProfileJson, MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Column, ResultRow}
import okibi.bench.workload.{PersistJob, PersistMetrics}

/** One large partition written to disk, by size, directory and serializer, beside a plain write to the same directory.
  */
object PersistBenchmark extends Benchmark {
  override val name = "persist"
  override val about =
    "one partition written to disk by persist(DISK_ONLY), by size and serializer, beside a plain write of the same " +
      "bytes"
  override val source = "Tanimura and Ogawa, figures 3 and 4"
  override val comparesDirectories = true
  private val sizes = "sizes"
  private val fifth = "fifth"
  override val parts: Seq[String] = Seq(sizes, fifth)

  /** Two gigabytes at `small`: with less, the JVM has not compiled a serializer's code to its best form. */
  private val warmUps = 5

  private val serializers = MeasuredCodec.all.map(_._1)

  /** @param megabytes     of the partitions that are written and removed again
    * @param keptMegabytes of each of the five partitions that are written and stay
    */
  private final case class Size(heap: String, megabytes: Seq[Int], keptMegabytes: Int, runs: Int)

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size(heap = "512m", megabytes = Seq(2, 5), keptMegabytes = 2, runs = 1)
    case BenchScale.Small => Size(heap = "1g", megabytes = Seq(100, 300), keptMegabytes = 150, runs = 3)
    case BenchScale.Paper =>
      Size(heap = "1g", megabytes = Seq(100, 500, 1000, 2000, 2500), keptMegabytes = 2000, runs = 3)
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    val profile = MachineProfileJson.read(MachineProfileJson.file)
    val work = options.output.folder
    val bytes = Seq(growing(size.megabytes), staying(size.keptMegabytes)).map(PersistJob.diskBytes).max
    val directories = DeviceDirectories.orWork(options.devices.directories, work, bytes)
    val places =
      WritePlace.directories(directories, work) ++ WritePlace.simulated(options.devices.simulated, bytes, work)
    BenchmarkPlan(
      experiments = places
        .flatMap(experiments(options, size, _, headlinePlace = places.head))
        .map(_.experiment(size.heap, options.runs.getOrElse(size.runs), options.seed, profile)),
      storageBytes = HeapSizes.storageBytesOf(size.heap),
      simulated = places.flatMap(_.limits).map(_.line).headOption,
      setUp = WritePlace.open(places),
      notes = WritePlace.notes(options.devices.simulated)
    )
  }

  private def experiments(
      options: BenchOptions,
      size: Size,
      place: WritePlace,
      headlinePlace: WritePlace
  ): Seq[PersistExperiment] = {
    val divisor = if (place.limits.isDefined) simulatedDivisor else 1
    val kinds = if (options.includes(sizes)) ProbeRecords.kinds else Nil
    val bySize = kinds.map { kind =>
      PersistExperiment(
        s"$name-$kind-${place.label}",
        place,
        kind,
        growing(size.megabytes.map(scaled(_, divisor))),
        serializers,
        headline = if (place == headlinePlace) Some(s"persist.share.$kind") else None,
        warmUps = warmUps
      )
    }
    val kept = PersistExperiment(
      s"$name-$fifth-${place.label}",
      place,
      ProbeRecords.vectors,
      staying(scaled(size.keptMegabytes, divisor)),
      serializers,
      columns = Seq(slowdown),
      remark = fifthSpeed(_).map(speed =>
        f"the fifth of five partitions that stay was written at $speed%.2f of the first's speed; " + paperSpeed
      )
    )
    bySize ++ (if (options.includes(fifth)) Some(kept) else None)
  }

  // A simulated device is slow and has little page cache before it, so the size makes no difference.
  private val simulatedDivisor = 10

  private def scaled(megabytes: Int, divisor: Int): Int = math.max(1, megabytes / divisor)

  /** Figure 3: one partition of each size, one after the other. */
  private def growing(megabytes: Seq[Int]): Seq[PersistJob.Write] =
    megabytes.distinct.map(size => PersistJob.Write(s"${size}MB", size, threads = 1))

  /** Figure 4: five partitions that stay. The last one finds the page cache full of unwritten pages of the others. */
  private def staying(megabytes: Int): Seq[PersistJob.Write] =
    Seq("first", "second", "third", "fourth", "fifth").map(PersistJob.Write(_, megabytes, threads = 1, keep = true))

  private val paperSpeed = "the paper saw no loss on its SSD, and 0.88 to 0.93 on its HDD"

  private val slowdown: Column =
    Column("fifth / first", (row, _) => fifthSpeed(row).map(speed => f"$speed%.2f").getOrElse("-"))

  private def fifthSpeed(row: ResultRow): Option[Double] = {
    def speed(write: String): Option[Double] = row.metrics.get(s"$write.${PersistMetrics.persist}")
    for (first <- speed("first"); last <- speed("fifth")) yield last / first
  }
}
