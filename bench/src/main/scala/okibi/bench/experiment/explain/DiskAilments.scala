package okibi.bench.experiment.explain

import java.nio.file.Path

import scala.util.Random

import okibi.bench.benchmark.{HeapSizes, StandardVariants}
import okibi.bench.machine.device.{DeviceLimits, ShuffleDirs, SimulatedDevice}
import okibi.explain.finding.{DisksIdleRule, LocalDiskRule, SpillRule}

import org.apache.spark.{HashPartitioner, SparkContext}
import org.apache.spark.sql.SparkSession

/** Problems that Kinoshita and Ito found by hand, on simulated disks: a shuffle that waits for the one disk that takes
  * it, and a shuffle that fits the page cache and does not wait. And tasks that wait for what they spilled.
  */
private[explain] object DiskAilments {
  val limits: DeviceLimits = DeviceLimits.hdd
  private val disks = 4
  private val heap = "600m"
  private val recordBytes = 10000

  /** Memory beside the heap: of the JVM itself, and a little page cache. */
  private val beyondHeapBytes = 400L << 20

  /** Shuffles `bytes` random bytes, which do not compress, between partitions. */
  private def shuffled(sc: SparkContext, bytes: Long): Double = {
    val partitions = 8
    sc.parallelize(0 until partitions, partitions)
      .flatMap { p =>
        val random = new Random(p)
        Iterator.tabulate((bytes / recordBytes / partitions).toInt) { i =>
          val record = new Array[Byte](recordBytes); random.nextBytes(record); (p * 31 + i, record)
        }
      }
      .partitionBy(new HashPartitioner(partitions))
      .map(_._2.foldLeft(0L)((sum, byte) => sum + byte).toDouble)
      .sum()
  }

  /** Size of a shuffle that does not fit the page cache. */
  private def largeBytes(units: Int): Long = 300L * units

  object OneDisk
      extends Ailment(
        "one-disk",
        LocalDiskRule,
        heap,
        conf = StandardVariants.observingConf :+ ShuffleDirs.using(1),
        cure = Seq(ShuffleDirs.using(disks)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double =
      shuffled(sc, largeBytes(units))
  }

  /** Small shuffles, which fit the page cache, with work between them. */
  private def cachedShuffles(sc: SparkContext, units: Int): Double =
    (1 to 10)
      .map(round =>
        sc.parallelize(0 until 8, 8)
          .map(i => (i, Ailment.work(units / 20, i.toLong + round).toDouble))
          .partitionBy(new HashPartitioner(4))
          .values
          .sum()
      )
      .sum

  /** The opposite case: more disks are no cure, and the report says that none are needed. */
  object OneDiskIsEnough
      extends Ailment(
        "one-disk-is-enough",
        DisksIdleRule,
        heap,
        conf = StandardVariants.observingConf :+ ShuffleDirs.using(1),
        cure = Seq(ShuffleDirs.using(disks)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = cachedShuffles(sc, units)
  }

  /** Several disks where one is enough: the other directories only add costs. */
  object DisksToSpare
      extends Ailment(
        "disks-to-spare",
        DisksIdleRule,
        heap,
        conf = StandardVariants.observingConf :+ ShuffleDirs.using(disks),
        cure = Seq(ShuffleDirs.using(1)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = cachedShuffles(sc, units)
  }

  /** Rows sorted in partitions that are larger than a task's memory: the rest goes to a disk and is merged from there.
    */
  object Spilled
      extends Ailment(
        "spilled",
        SpillRule,
        heap,
        conf = StandardVariants.observingConf :+ ShuffleDirs.using(1),
        usesDisks = true
      ) {
    private val rowBytes = 200

    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val rows = largeBytes(units) / 2 / rowBytes
      val partitions = if (cured) 16 else 2
      SparkSession
        .builder()
        .getOrCreate()
        .createDataFrame(
          sc.parallelize(0 until 16, 16)
            .flatMap { p =>
              val random = new Random(p)
              Iterator.tabulate((rows / 16).toInt) { _ =>
                val rest = new Array[Byte](rowBytes - 8); random.nextBytes(rest); (random.nextLong(), rest)
              }
            }
            .coalesce(partitions)
        )
        .sortWithinPartitions("_1")
        .queryExecution
        .toRdd
        .map(row => (row.getLong(0) & 0xff).toDouble)
        .sum()
    }
  }

  val all: Seq[Ailment] = Seq(OneDisk, OneDiskIsEnough, DisksToSpare, Spilled)

  /** The disks, each with room for all data; or the reason why there are none. */
  def simulated(units: Int): Either[String, ShuffleDirs] = SimulatedDevice.missing.toLeft(
    ShuffleDirs.Simulated(
      limits,
      disks,
      largeBytes(units) + SimulatedDevice.fileSystemBytes,
      HeapSizes.heapBytes(heap) + beyondHeapBytes
    )
  )
}
