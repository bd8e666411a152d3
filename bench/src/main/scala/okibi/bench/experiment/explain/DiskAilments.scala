package okibi.bench.experiment.explain

import java.nio.file.Path

import scala.util.Random

import okibi.bench.benchmark.{HeapSizes, Sides}
import okibi.bench.machine.device.{DeviceLimits, ShuffleDirs, SimulatedDevice}
import okibi.explain.finding.{DisksIdle, LocalDisk, Spills}

import org.apache.spark.{HashPartitioner, SparkContext}
import org.apache.spark.sql.SparkSession

/** What Kinoshita and Ito found by hand, on simulated disks: a shuffle that waits for the one that takes it, and one that fits the page cache and does not. And tasks that
  * wait for what they spilled.
  */
private[explain] object DiskAilments {
  val limits: DeviceLimits = DeviceLimits.hdd
  private val disks = 4
  private val heap = "600m"
  private val recordBytes = 10000

  /** Beside the heap: the JVM itself, and a little page cache. */
  private val beyondHeap = 400L << 20

  /** So many bytes from one half of the partitions to the other: random ones, so that nothing becomes smaller on the way. */
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

  /** Bytes of a shuffle that the page cache has no room for. */
  private def large(units: Int): Long = 300L * units

  object OneDisk
      extends Ailment(
        "one-disk",
        LocalDisk,
        heap,
        conf = Sides.watchingConf :+ ShuffleDirs.using(1),
        cure = Seq(ShuffleDirs.using(disks)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = shuffled(sc, large(units))
  }

  /** Small shuffles, which the page cache takes, and work between them. */
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

  /** The other direction: more disks are no cure for it, and the report says that none is needed. */
  object OneDiskIsEnough
      extends Ailment(
        "one-disk-is-enough",
        DisksIdle,
        heap,
        conf = Sides.watchingConf :+ ShuffleDirs.using(1),
        cure = Seq(ShuffleDirs.using(disks)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = cachedShuffles(sc, units)
  }

  /** And who has them can do with one: directories that only cost. */
  object DisksToSpare
      extends Ailment(
        "disks-to-spare",
        DisksIdle,
        heap,
        conf = Sides.watchingConf :+ ShuffleDirs.using(disks),
        cure = Seq(ShuffleDirs.using(1)),
        usesDisks = true
      ) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = cachedShuffles(sc, units)
  }

  /** Rows that are sorted in partitions larger than a task's memory: what does not fit goes to a disk and is merged from there. */
  object Spilled
      extends Ailment("spilled", Spills, heap, conf = Sides.watchingConf :+ ShuffleDirs.using(1), usesDisks = true) {
    private val rowBytes = 200

    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val rows = large(units) / 2 / rowBytes
      val many = if (cured) 16 else 2
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
            .coalesce(many)
        )
        .sortWithinPartitions("_1")
        .queryExecution
        .toRdd
        .map(row => (row.getLong(0) & 0xff).toDouble)
        .sum()
    }
  }

  val all: Seq[Ailment] = Seq(OneDisk, OneDiskIsEnough, DisksToSpare, Spilled)

  /** The disks, each with room for all; or why there are none. */
  def simulated(units: Int): Either[String, ShuffleDirs] = SimulatedDevice.missing.toLeft(
    ShuffleDirs.Simulated(limits, disks, large(units) + (192L << 20), HeapSizes.heapBytes(heap) + beyondHeap)
  )
}
