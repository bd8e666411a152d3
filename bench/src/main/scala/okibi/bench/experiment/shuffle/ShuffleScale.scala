package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.BenchScale

/** Sizes of the shuffle benchmark.
  *
  * @param meters         number of meters
  * @param days           numbers of days of the runs whose shuffles fit the page cache
  * @param longDays       number of days of the run on devices
  * @param longPartitions of each shuffle of the run on devices
  * @param partitions     of each shuffle of the other runs: with more partitions, a day would only start tasks
  * @param dirs           number of directories that are compared with one
  */
final case class ShuffleScale(
    meters: Int,
    days: Seq[Int],
    longDays: Int,
    longPartitions: Int,
    partitions: Int,
    heap: String,
    dirs: Int,
    runs: Int
) {

  /** Bytes that the long run writes at most: two joins move every meter-day, and their sorts may spill it. */
  val longBytes: Long = 5 * PowerData.readingBytes * meters * longDays

  def partitionsOf(days: Int): Int = if (days == longDays) longPartitions else partitions
}

object ShuffleScale {
  private val tiny = ShuffleScale(
    meters = 20,
    days = Seq(1, 3),
    longDays = 10,
    longPartitions = 4,
    partitions = 4,
    heap = "512m",
    dirs = 2,
    runs = 1
  )
  private val small = ShuffleScale(
    meters = 800,
    days = Seq(1, 30),
    longDays = 365,
    longPartitions = 24,
    partitions = 8,
    heap = "1g",
    dirs = 4,
    runs = 3
  )
  private val paper = ShuffleScale(
    meters = 10000000,
    days = Seq(1, 30),
    longDays = 365,
    longPartitions = 20000,
    partitions = 20000,
    heap = "8g",
    dirs = 4,
    runs = 3
  )

  def of(scale: BenchScale): ShuffleScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
