package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.{BenchOptions, Benchmark, HeapSizes, Sides}
import okibi.bench.machine.device.{DeviceLimits, Directories, ShuffleDirs, SimulatedDevice}
import okibi.bench.runner.{Campaign, Launcher, RunContext}

/** Shuffles that fit the page cache and shuffles that do not, in one directory and in several. */
object ShuffleBenchmark extends Benchmark {
  override val name = "shuffle"
  override val about =
    "power consumption of a day, a month and a year summed in stages with joins, shuffles in one directory and in several"
  override val source = "Kinoshita and Ito, figures 2 to 9"
  override val hasDirectories = true

  private val cached = "cached"
  private val devices = "devices"
  override val parts: Seq[String] = Seq(cached, devices)
  override val variants: Seq[String] = Launcher.otherLines.map(variantOf)

  private def variantOf(line: String): String = s"spark-$line"

  /** Room for what a JVM has beside its heap, and for very little page cache. */
  private val beyondHeap = 500L << 20

  override def campaign(options: BenchOptions): Campaign = {
    val scale = ShuffleScale.of(options.scale)
    val slow = if (options.has(devices)) slowDirs(options, scale) else Left(None)
    val plans =
      (if (options.has(cached)) scale.days.map(_ -> ShuffleDirs.OfOneDevice(options.out, scale.dirs)) else Nil) ++
        slow.toSeq.map(scale.longDays -> _)
    val lines = Launcher.otherLines
      .filter(line => options.variants(variantOf(line)))
      .map(line => line -> Launcher.jobs(RunContext.root.toAbsolutePath, line))
    val experiments = plans.map { case (days, dirs) => ShuffleExperiment(days, dirs, scale, options, lines) -> dirs }
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = experiments.map(_._1),
      context = () =>
        RunContext.here(
          HeapSizes.storageBytesOf(scale.heap),
          Sides.pluginConf,
          options.seed,
          options.args,
          slow.toSeq.collectFirst { case ShuffleDirs.Simulated(limits, _, _, _) => limits.line }
        ),
      out = options.out,
      columns = options.columns,
      setUp = (scope, planned) =>
        planned.zip(experiments.map(_._2)).map { case (experiment, dirs) => dirs.settle(scope, experiment) },
      notes = slow.left.toSeq.flatten,
      recordings = options.recordings
    )
  }

  /** Devices for the shuffle that is to wait for them: those that were given, else simulated ones; or what to say when there are none. */
  private def slowDirs(options: BenchOptions, scale: ShuffleScale): Either[Option[String], ShuffleDirs] =
    if (options.dirs.size == 1)
      Left(
        Some(
          s"${scale.longDays} days are skipped: --dir was given once, and one directory is compared with several, each on a device of its own"
        )
      )
    else if (options.dirs.nonEmpty)
      Right(ShuffleDirs.Given(Directories.orWork(options.dirs, options.out, scale.longBytes)))
    else
      SimulatedDevice.missing match {
        case Some(why) =>
          Left(
            Some(
              s"${scale.longDays} days are skipped: a simulated device $why. Give several --dir, each on a device of its own"
            )
          )
        case None =>
          Directories.orWork(
            Nil,
            options.out,
            2 * scale.longBytes
          ) // The one that is used alone takes all, and so do all the others together.
          Right(
            ShuffleDirs.Simulated(
              options.simulate.map(DeviceLimits.named).getOrElse(DeviceLimits.hdd),
              scale.dirs,
              scale.longBytes + (192L << 20),
              HeapSizes.heapBytes(scale.heap) + beyondHeap
            )
          )
      }
}
