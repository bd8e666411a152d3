package okibi.bench.experiment.tpch

import okibi.bench.benchmark.BenchScale
import okibi.bench.data.table.TpchTables

/** Sizes of the TPC-H benchmark.
  *
  * @param scaleFactor   of the tables that all queries run on
  * @param heap          of the children
  * @param memoryFraction `spark.memory.fraction` of those under pressure, so that stock's cache of the tables is about five times its storage
  *                      memory; what Spark keeps beside it, such as broadcasts, has room all the same
  * @param fullHeap      a heap that holds everything
  * @param passes        runs of each query by stock and Okibi
  * @param otherPasses   runs of each query by what they are compared with besides
  * @param paperRecords  records of the paper's cached tables, all together
  * @param paperSlices   partitions of each of them
  * @param paperPasses   runs of a query after one filling where the paper ran it ten times; of the others `passes`
  * @param rounds        at the paper's shape, of lookups and for what an index weighs
  * @param lookupRows    rows of the table that keys are looked up in
  * @param lookupSlices  its partitions
  * @param lookupPasses  times that a round of lookups is run
  * @param indexPartitions partitions of the RDD whose index is weighed
  * @param indexKeys     keys in each of them
  */
final case class TpchScale(
    scaleFactor: Double,
    heap: String,
    memoryFraction: Double,
    fullHeap: String,
    passes: Int,
    otherPasses: Int,
    paperRecords: Int,
    paperSlices: Int,
    paperPasses: Int,
    rounds: Int,
    lookupRows: Long,
    lookupSlices: Int,
    lookupPasses: Int,
    indexPartitions: Int,
    indexKeys: Int
) {

  /** The setting of variants under pressure. */
  def pressure: (String, String) = "spark.memory.fraction" -> memoryFraction.toString

  /** Scale factor at which the eight tables have the paper's number of records. */
  val paperScaleFactor: Double = paperRecords.toDouble / TpchTables.rowsAtOne
}

object TpchScale {
  private val tiny = TpchScale(0.01, "512m", 0.6, "1g", 2, 1, 5000, 20, 2, 1, 20000, 50, 1, 200, 1000)
  private val small = TpchScale(0.25, "1g", 0.07, "6g", 5, 2, 100000, 40, 10, 3, 300000, 250, 1, 500, 1000)

  def of(scale: BenchScale): TpchScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper =>
      small.copy(
        scaleFactor = 1,
        memoryFraction = 0.25,
        paperSlices = 1000,
        lookupRows = 4000000,
        lookupSlices = 1000,
        lookupPasses = 3,
        indexPartitions = 100000
      )
  }
}
