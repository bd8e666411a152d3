package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchScale, HeapSizes}
import okibi.bench.data.table.TpchTables

/** Sizes of the TPC-H benchmark.
  *
  * @param rounds of the experiments at the paper's shape, of lookups and of the index
  */
final case class TpchScale(
    queries: QueriesSize,
    paper: PaperShapeSize,
    lookup: LookupSize,
    index: IndexSize,
    rounds: Int
)

/** Sizes of the experiment with all queries.
  *
  * @param scaleFactor      of the tables
  * @param heap             of children under memory pressure
  * @param memoryFraction   `spark.memory.fraction` of children under memory pressure: stock's cache of the tables is
  *                         then about five times its storage memory, and what Spark keeps beside the cache, such as
  *                         broadcasts, still has room
  * @param fullHeap         a heap that holds everything
  * @param passes           runs of each query by stock and Okibi
  * @param comparisonPasses runs of each query by the other variants
  */
final case class QueriesSize(
    scaleFactor: Double,
    heap: String,
    memoryFraction: Double,
    fullHeap: String,
    passes: Int,
    comparisonPasses: Int
) {

  /** The setting of variants under memory pressure. */
  def pressure: (String, String) = "spark.memory.fraction" -> memoryFraction.toString

  /** Storage memory of a child under memory pressure. */
  def storageBytes: Long = HeapSizes.storageBytesOf(heap, memoryFraction)
}

/** Sizes of the paper's experiment.
  *
  * @param records    of all cached tables together
  * @param partitions of each cached table
  * @param passes     runs of a query after one filling, for queries that the paper ran ten times
  */
final case class PaperShapeSize(records: Int, partitions: Int, passes: Int) {

  /** Scale factor at which the eight tables have that number of records. */
  val scaleFactor: Double = records.toDouble / TpchTables.rowsAtOne
}

/** Sizes of the lookups.
  *
  * @param rows       of the table
  * @param partitions of the table
  * @param passes     repetitions of a round's lookups
  */
final case class LookupSize(rows: Long, partitions: Int, passes: Int)

/** Sizes of the RDD whose index is weighed. */
final case class IndexSize(partitions: Int, keysPerPartition: Int)

object TpchScale {
  private val tiny = TpchScale(
    queries = QueriesSize(
      scaleFactor = 0.01,
      heap = "512m",
      memoryFraction = 0.6,
      fullHeap = "1g",
      passes = 2,
      comparisonPasses = 1
    ),
    paper = PaperShapeSize(records = 5000, partitions = 20, passes = 2),
    lookup = LookupSize(rows = 20000, partitions = 50, passes = 1),
    index = IndexSize(partitions = 200, keysPerPartition = 1000),
    rounds = 1
  )

  private val small = TpchScale(
    queries = QueriesSize(
      scaleFactor = 0.25,
      heap = "1g",
      memoryFraction = 0.07,
      fullHeap = "6g",
      passes = 5,
      comparisonPasses = 2
    ),
    paper = PaperShapeSize(records = 100000, partitions = 40, passes = 10),
    lookup = LookupSize(rows = 300000, partitions = 250, passes = 1),
    index = IndexSize(partitions = 500, keysPerPartition = 1000),
    rounds = 3
  )

  def of(scale: BenchScale): TpchScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper =>
      small.copy(
        queries = small.queries.copy(scaleFactor = 1, memoryFraction = 0.25),
        paper = small.paper.copy(partitions = 1000),
        lookup = LookupSize(rows = 4000000, partitions = 1000, passes = 3),
        index = small.index.copy(partitions = 100000)
      )
  }
}
