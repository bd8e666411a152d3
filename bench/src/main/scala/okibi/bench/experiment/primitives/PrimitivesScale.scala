package okibi.bench.experiment.primitives

import okibi.bench.benchmark.BenchScale

/** Sizes of the primitives benchmark.
  *
  * @param fileBytes     that are read
  * @param elements      of a type that are serialised, at most
  * @param stringBytes   that are encoded and decoded
  * @param textBytes     whose lines and words are found
  * @param smallRecords  sorted records with values of 4 bytes
  * @param largeRecords  sorted records with values of 90 bytes
  * @param sortMegabytes of the collector's buffer
  * @param codecBytes    that are compressed
  * @param timing        of a measurement
  * @param elementTiming of one of the many of serialising, whose passes are short
  * @param sortTiming    of one of sorting, whose passes take a second
  */
final case class PrimitivesScale(
    fileBytes: Long,
    elements: Int,
    stringBytes: Long,
    textBytes: Long,
    smallRecords: Long,
    largeRecords: Long,
    sortMegabytes: Int,
    codecBytes: Int,
    timing: Timing,
    elementTiming: Timing,
    sortTiming: Timing,
    heap: String,
    runs: Int
) {

  /** What the data in memory take at most: the files that are read, and spills with the file that they are merged to. */
  def folderBytes: Long = {
    val hdfsToo = 2 * fileBytes
    hdfsToo + 2 * stringBytes + textBytes + 3 * math.max(smallRecords * 20, largeRecords * 110)
  }
}

object PrimitivesScale {
  private val once = Timing(warmUps = 1, iterations = 1, millis = 1)
  private val tiny =
    PrimitivesScale(4 << 20, 500, 64 << 10, 1 << 20, 30000, 10000, 1, 256 << 10, once, once, once, "512m", 1)
  private val small = PrimitivesScale(
    256L << 20,
    10000,
    1 << 20,
    64L << 20,
    1000000,
    500000,
    8,
    8 << 20,
    Timing(warmUps = 3, iterations = 4, millis = 120),
    Timing(warmUps = 2, iterations = 3, millis = 40),
    Timing(warmUps = 1, iterations = 2, millis = 1),
    "1g",
    3
  )

  /** The paper's: 1 GB of elements and strings come of passes over and over what fits a core's cache. */
  private val paper = PrimitivesScale(
    1L << 30,
    10000,
    1 << 20,
    4L << 30,
    1000000000,
    80000000,
    100,
    64 << 20,
    Timing(warmUps = 5, iterations = 10, millis = 1000),
    Timing(warmUps = 5, iterations = 10, millis = 200),
    Timing(warmUps = 1, iterations = 1, millis = 1),
    "4g",
    3
  )

  def of(scale: BenchScale): PrimitivesScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
