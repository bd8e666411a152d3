package okibi.bench.experiment.persist

import okibi.bench.benchmark.persist.PersistExperiment
import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, HeapSizes, Sides}
import okibi.bench.machine.device.{Directories, Place}
import okibi.bench.machine.probe.{MachineProfileJson, MeasuredCodec, ProbeRecords}
import okibi.bench.runner.{Campaign, Column, Row, RunContext}
import okibi.bench.workload.{PersistJob, PersistMetrics}

/** One large partition written to disk, by size, directory and serializer, beside what the directory takes without Spark. */
object PersistBenchmark extends Benchmark {
  override val name = "persist"
  override val about =
    "one partition written to disk by persist(DISK_ONLY), by size and serializer, beside a plain write of the same bytes"
  override val source = "Tanimura and Ogawa, figures 3 and 4"
  override val hasDirectories = true

  private val sizes = "sizes"
  private val fifth = "fifth"
  override val parts: Seq[String] = Seq(sizes, fifth)

  /** Two gigabytes at `small`: before, the virtual machine has not found its best code for a serializer. */
  private val warmUps = 5

  private val serializers = MeasuredCodec.all.map(_._1)

  /** @param megabytes of the partitions that are written and removed again
    * @param kept      of the five that are written and stay
    */
  private final case class Size(heap: String, megabytes: Seq[Int], kept: Int, runs: Int)

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size("512m", Seq(2, 5), 2, 1)
    case BenchScale.Small => Size("1g", Seq(100, 300), 150, 3)
    case BenchScale.Paper => Size("1g", Seq(100, 500, 1000, 2000, 2500), 2000, 3)
  }

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    val profile = MachineProfileJson.read(MachineProfileJson.file)
    val bytes = Seq(growing(its.megabytes), staying(its.kept)).map(PersistJob.diskBytes).max
    val places = Place.directories(Directories.orWork(options.dirs, options.out, bytes), options.out) ++ Place
      .simulated(options.simulate, bytes, options.out)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = places
        .flatMap(experiments(options, its, _, headlineAt = places.head))
        .map(_.experiment(its.heap, options.runs.getOrElse(its.runs), options.seed, profile)),
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
      notes = Place.notes(options.simulate),
      recordings = options.recordings
    )
  }

  private def experiments(options: BenchOptions, its: Size, place: Place, headlineAt: Place): Seq[PersistExperiment] = {
    val share = if (place.limits.isDefined) simulatedShare else 1
    val kinds = if (options.has(sizes)) ProbeRecords.kinds else Nil
    val bySize = kinds.map { kind =>
      PersistExperiment(
        s"$name-$kind-${place.label}",
        place,
        kind,
        growing(its.megabytes.map(scaled(_, share))),
        serializers,
        headline = if (place == headlineAt) Some(s"persist.share.$kind") else None,
        warmUps = warmUps
      )
    }
    val kept = PersistExperiment(
      s"$name-$fifth-${place.label}",
      place,
      ProbeRecords.vectors,
      staying(scaled(its.kept, share)),
      serializers,
      columns = Seq(slowdown),
      remark = fifthSpeed(_).map(speed =>
        f"the fifth of five partitions that stay was written at $speed%.2f of the first's speed; " + paperSpeed
      )
    )
    bySize ++ (if (options.has(fifth)) Some(kept) else None)
  }

  // A simulated device has little of the page cache before it, so size makes no difference, and it is slow.
  private val simulatedShare = 10

  private def scaled(megabytes: Int, share: Int): Int = math.max(1, megabytes / share)

  /** Figure 3: one partition of each size, one after the other. */
  private def growing(megabytes: Seq[Int]): Seq[PersistJob.Write] =
    megabytes.distinct.map(size => PersistJob.Write(s"${size}MB", size, threads = 1))

  /** Figure 4: five partitions that stay, so that the last finds the page cache full of what the others left to write. */
  private def staying(megabytes: Int): Seq[PersistJob.Write] =
    Seq("first", "second", "third", "fourth", "fifth").map(PersistJob.Write(_, megabytes, threads = 1, keep = true))

  private val paperSpeed = "the paper saw no loss on its SSD, and 0.88 to 0.93 on its HDD"

  private val slowdown: Column =
    Column("fifth / first", (row, _) => fifthSpeed(row).map(speed => f"$speed%.2f").getOrElse("-"))

  private def fifthSpeed(row: Row): Option[Double] = {
    def speed(write: String): Option[Double] = row.metrics.get(s"$write.${PersistMetrics.persist}")
    for (first <- speed("first"); last <- speed("fifth")) yield last / first
  }
}
