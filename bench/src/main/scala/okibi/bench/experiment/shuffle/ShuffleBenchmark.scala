package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, HeapSizes}
import okibi.bench.machine.device.{DeviceDirectories, DeviceLimits, ShuffleDirs, SimulatedDevice}
import okibi.bench.runner.{Checkout, Launcher}

/** Shuffles that fit the page cache and shuffles that do not, in one directory and in several. */
object ShuffleBenchmark extends Benchmark {
  override val name = "shuffle"
  override val about =
    "power consumption of a day, a month and a year summed in stages with joins, shuffles in one directory and in " +
      "several"
  override val source = "Kinoshita and Ito, figures 2 to 9"
  override val comparesDirectories = true
  private val cached = "cached"
  private val devices = "devices"
  override val parts: Seq[String] = Seq(cached, devices)

  override val variants: Seq[String] = Launcher.otherLines.map(variantOf)

  private def variantOf(line: String): String = s"spark-$line"

  /** Memory of a JVM beside its heap, and of very little page cache. */
  private val beyondHeapBytes = 500L << 20

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = ShuffleScale.of(options.scale)
    val slowDirs = if (options.includes(devices)) slowDirsOf(options, scale) else Left(None)
    val cachedDirs = ShuffleDirs.OfOneDevice(options.output.folder, scale.dirs)
    val runs = (if (options.includes(cached)) scale.days.map(_ -> cachedDirs) else Nil) ++
      slowDirs.toSeq.map(scale.longDays -> _)
    val lines = Launcher.otherLines
      .filter(line => options.selection.variants(variantOf(line)))
      .map(line => line -> Launcher.jobs(Checkout.root, line))
    val experiments = runs.map { case (days, dirs) => ShuffleExperiment(days, dirs, scale, options, lines) -> dirs }
    BenchmarkPlan(
      experiments = experiments.map(_._1),
      storageBytes = HeapSizes.storageBytesOf(scale.heap),
      simulated = slowDirs.toSeq.collectFirst { case ShuffleDirs.Simulated(limits, _, _, _) => limits.line },
      setUp = (scope, planned) =>
        planned.zip(experiments.map(_._2)).map { case (experiment, dirs) => dirs.open(scope, experiment) },
      notes = slowDirs.left.toSeq.flatten
    )
  }

  /** Devices for the shuffle that is to wait for them: the user's directories, or simulated devices without them. Left:
    * the reason for the reader why there are none.
    */
  private def slowDirsOf(options: BenchOptions, scale: ShuffleScale): Either[Option[String], ShuffleDirs] = {
    val directories = options.devices.directories
    val work = options.output.folder
    def skipped(reason: String) = Left(Some(s"${scale.longDays} days are skipped: $reason"))
    if (directories.size == 1)
      skipped("--dir was given once, and one directory is compared with several, each on a device of its own")
    else if (directories.nonEmpty)
      Right(ShuffleDirs.Given(DeviceDirectories.orWork(directories, work, scale.longBytes)))
    else
      SimulatedDevice.missing match {
        case Some(reason) =>
          skipped(s"a simulated device $reason. Give several --dir, each on a device of its own")
        case None =>
          // The one directory takes all bytes, and so do the several directories together.
          DeviceDirectories.orWork(Nil, work, 2 * scale.longBytes)
          Right(
            ShuffleDirs.Simulated(
              options.devices.simulated.map(DeviceLimits.named).getOrElse(DeviceLimits.hdd),
              scale.dirs,
              deviceBytes = scale.longBytes + SimulatedDevice.fileSystemBytes,
              memoryBytes = HeapSizes.heapBytes(scale.heap) + beyondHeapBytes
            )
          )
      }
  }
}
