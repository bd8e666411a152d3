package okibi.bench.experiment.arrow

import okibi.bench.benchmark.BenchScale

/** Sizes of the experiment.
  *
  * @param scaleFactor of the tables
  * @param limitMb     of each child: heap, other memory and page cache together, in MB
  * @param heap        of a child without memory outside the heap
  * @param split       of a child with Comet
  * @param ample       the same without a limit
  * @param passes      runs of each query
  * @param every       which queries run unless the user chooses some: every such one
  * @param cells       the table of which some columns are read
  * @param python      the table that programs in Python read
  */
final case class ArrowScale(
    scaleFactor: Double,
    limitMb: Long,
    heap: String,
    split: ArrowScale.Split,
    ample: ArrowScale.Split,
    passes: Int,
    every: Int,
    cells: ArrowScale.Cells,
    python: ArrowScale.Python
)

object ArrowScale {

  /** @param offHeap `spark.memory.offHeap.size`, in which Comet's operators work */
  final case class Split(heap: String, offHeap: String)

  /** @param scaleFactor 1 for five million rows
    * @param split       of a child with Comet
    * @param passes      runs of each query in a JVM
    * @param rounds      JVMs of each variant
    */
  final case class Cells(scaleFactor: Double, heap: String, split: Split, passes: Int, rounds: Int)

  /** @param heap   of the session's JVM
    * @param passes runs of each program in a session
    * @param rounds sessions of each variant
    */
  final case class Python(rows: Long, heap: String, passes: Int, rounds: Int)

  private val small = ArrowScale(
    scaleFactor = 1,
    limitMb = 1700,
    heap = "900m",
    split = Split("650m", "450m"),
    ample = Split("3g", "2g"),
    passes = 3,
    every = 4,
    cells = Cells(scaleFactor = 1, heap = "2g", split = Split("2g", "600m"), passes = 5, rounds = 3),
    python = Python(rows = 2900000, heap = "3g", passes = 5, rounds = 3)
  )

  def of(scale: BenchScale): ArrowScale = scale match {
    case BenchScale.Tiny =>
      ArrowScale(
        scaleFactor = 0.01,
        limitMb = 1400,
        heap = "600m",
        split = Split("600m", "200m"),
        ample = Split("800m", "400m"),
        passes = 1,
        every = 26,
        cells = Cells(scaleFactor = 0.01, heap = "600m", split = Split("600m", "200m"), passes = 1, rounds = 1),
        python = Python(rows = 20000, heap = "1g", passes = 1, rounds = 1)
      )
    case BenchScale.Small => small
    case BenchScale.Paper => small.copy(every = 1)
  }
}
