package okibi.bench.experiment.memory

import okibi.bench.benchmark.BenchScale

/** Sizes of the experiment.
  *
  * @param limitMb     of each child: heap, other memory and page cache together, in MB
  * @param stockHeaps  of stock, of which the fastest counts
  * @param okibiHeap   of Okibi
  * @param ampleHeap   of stock without a limit: it holds all data
  * @param grid        storage levels of stock for RDDs, of which the fastest counts
  * @param unit        data that count as once the limit, in MB. Less than the limit at the smallest scale
  * @param scaleFactor of the tables of TPC-H
  * @param partitions  of each RDD and of the table that is no file
  * @param rounds      scans of the data after they were cached
  * @param runs        of stock's fastest way and of Okibi, in turn
  */
private[memory] final case class MemoryScale(
    limitMb: Long,
    stockHeaps: Seq[String],
    okibiHeap: String,
    ampleHeap: String,
    grid: Seq[String],
    unit: Long,
    scaleFactor: Double,
    partitions: Int,
    rounds: Int,
    runs: Int
) {

  /** Bytes of data that are `times` the limit. */
  def bytes(times: Double): Long = (times * unit * (1 << 20)).toLong
}

private[memory] object MemoryScale {
  private val levels = Seq("MEMORY_AND_DISK", "MEMORY_AND_DISK_SER", "MEMORY_ONLY_SER", "DISK_ONLY")

  // Spark asks for a heap of 450 MB at least, so that half of the limit must be as much.
  private val small = MemoryScale(
    limitMb = 1000,
    stockHeaps = Seq("500m", "650m", "800m"),
    okibiHeap = "550m",
    ampleHeap = "10g",
    grid = levels,
    unit = 1000,
    scaleFactor = 5,
    partitions = 64,
    rounds = 3,
    runs = 3
  )

  def of(scale: BenchScale): MemoryScale = scale match {
    case BenchScale.Tiny =>
      small.copy(
        stockHeaps = Seq("500m"),
        ampleHeap = "600m",
        grid = Seq("MEMORY_AND_DISK", "DISK_ONLY"),
        unit = 10,
        scaleFactor = 0.01,
        partitions = 4,
        rounds = 1,
        runs = 1
      )
    case BenchScale.Small => small
    case BenchScale.Paper =>
      small.copy(
        limitMb = 4000,
        stockHeaps = Seq("2000m", "2600m", "3200m"),
        okibiHeap = "2200m",
        ampleHeap = "18g",
        unit = 4000,
        scaleFactor = 20,
        rounds = 5
      )
  }
}
