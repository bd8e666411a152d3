package okibi.bench.experiment.tpcds

import okibi.bench.benchmark.BenchScale

/** Sizes of the TPC-DS benchmark.
  *
  * @param scaleFactor of the tables
  * @param heap        of the children; holds everything
  * @param passes      runs of each query
  * @param numbers     of the queries that run unless the user chooses some; empty for all
  */
final case class TpcdsScale(scaleFactor: Double, heap: String, passes: Int, numbers: Set[Int])

object TpcdsScale {
  private val paper = TpcdsScale(scaleFactor = 1, heap = "6g", passes = 5, numbers = Set.empty)

  def of(scale: BenchScale): TpcdsScale = scale match {
    case BenchScale.Tiny =>
      TpcdsScale(scaleFactor = 0.01, heap = "1g", passes = 1, numbers = Set(3, 42, 52, 55, 79, 96))
    case BenchScale.Small => paper.copy(scaleFactor = 0.1, passes = 3)
    case BenchScale.Paper => paper
  }
}
