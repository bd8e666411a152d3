package okibi.bench.experiment.primitives

import okibi.bench.benchmark.BenchScale

/** Sizes of the primitives benchmark.
  *
  * @param fileBytes   of the file that is read
  * @param elements    largest number of elements of a type that are serialized
  * @param stringBytes of the strings that are encoded and decoded
  * @param textBytes   of the text whose lines and words are found
  * @param codecBytes  of the data that are compressed
  */
final case class PrimitivesScale(
    fileBytes: Long,
    elements: Int,
    stringBytes: Long,
    textBytes: Long,
    codecBytes: Int,
    sort: SortSize,
    timings: PrimitivesTimings,
    heap: String,
    runs: Int
) {

  /** Largest size of the data in memory: the files that are read, and spills with the file that they are merged to. */
  def folderBytes: Long = {
    val withHdfsCopy = 2 * fileBytes
    withHdfsCopy + 2 * stringBytes + textBytes + 3 * math.max(sort.smallRecords * 20, sort.largeRecords * 110)
  }
}

/** Sizes of the sort.
  *
  * @param smallRecords number of records with values of 4 bytes
  * @param largeRecords number of records with values of 90 bytes
  * @param bufferMb     size of the collector's buffer
  */
final case class SortSize(smallRecords: Long, largeRecords: Long, bufferMb: Int)

/** How long passes are measured.
  *
  * @param elements of serialization, which has many short passes
  * @param sort     of sorting, whose passes take a second
  * @param others   of all other passes
  */
final case class PrimitivesTimings(elements: JmhTiming, sort: JmhTiming, others: JmhTiming)

object PrimitivesScale {
  private val once = JmhTiming(warmUps = 1, iterations = 1, millis = 1)

  private val tiny = PrimitivesScale(
    fileBytes = 4 << 20,
    elements = 500,
    stringBytes = 64 << 10,
    textBytes = 1 << 20,
    codecBytes = 256 << 10,
    sort = SortSize(smallRecords = 30000, largeRecords = 10000, bufferMb = 1),
    timings = PrimitivesTimings(elements = once, sort = once, others = once),
    heap = "512m",
    runs = 1
  )

  private val small = PrimitivesScale(
    fileBytes = 256L << 20,
    elements = 10000,
    stringBytes = 1 << 20,
    textBytes = 64L << 20,
    codecBytes = 8 << 20,
    sort = SortSize(smallRecords = 1000000, largeRecords = 500000, bufferMb = 8),
    timings = PrimitivesTimings(
      elements = JmhTiming(warmUps = 2, iterations = 3, millis = 40),
      sort = JmhTiming(warmUps = 1, iterations = 2, millis = 1),
      others = JmhTiming(warmUps = 3, iterations = 4, millis = 120)
    ),
    heap = "1g",
    runs = 3
  )

  /** The paper's sizes: its 1 GB of elements and strings are repeated passes over data that fit a core's cache. */
  private val paper = PrimitivesScale(
    fileBytes = 1L << 30,
    elements = 10000,
    stringBytes = 1 << 20,
    textBytes = 4L << 30,
    codecBytes = 64 << 20,
    sort = SortSize(smallRecords = 1000000000, largeRecords = 80000000, bufferMb = 100),
    timings = PrimitivesTimings(
      elements = JmhTiming(warmUps = 5, iterations = 10, millis = 200),
      sort = JmhTiming(warmUps = 1, iterations = 1, millis = 1),
      others = JmhTiming(warmUps = 5, iterations = 10, millis = 1000)
    ),
    heap = "4g",
    runs = 3
  )

  def of(scale: BenchScale): PrimitivesScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
