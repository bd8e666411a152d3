package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.BenchScale

/** Sizes of the shuffle benchmark.
  *
  * @param meters     that report each half hour
  * @param days       of the runs whose shuffles fit the page cache
  * @param longDays   of the run on devices
  * @param partitions of each shuffle of the run on devices
  * @param fewer      of each shuffle of the others: with more, a day is the start of tasks and nothing else
  * @param dirs       directories that are compared with one
  */
final case class ShuffleScale(
    meters: Int,
    days: Seq[Int],
    longDays: Int,
    partitions: Int,
    fewer: Int,
    heap: String,
    dirs: Int,
    runs: Int
) {

  /** Bytes that the long run writes at most: two joins move every reading, and what they sort may be spilled. */
  val longBytes: Long = 5 * PowerData.readingBytes * meters * longDays

  def partitionsOf(days: Int): Int = if (days == longDays) partitions else fewer
}

object ShuffleScale {
  private val tiny = ShuffleScale(20, Seq(1, 3), 10, 4, 4, "512m", 2, 1)
  private val small = ShuffleScale(800, Seq(1, 30), 365, 24, 8, "1g", 4, 3)
  private val paper = ShuffleScale(10000000, Seq(1, 30), 365, 20000, 20000, "8g", 4, 3)

  def of(scale: BenchScale): ShuffleScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
