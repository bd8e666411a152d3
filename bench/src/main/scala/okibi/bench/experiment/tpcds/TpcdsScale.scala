package okibi.bench.experiment.tpcds

import okibi.bench.benchmark.BenchScale

/** Sizes of the TPC-DS benchmark.
  *
  * @param scaleFactor of the tables
  * @param heap        of the children: it holds everything
  * @param passes      runs of each query
  * @param numbers     of the queries that run where users choose none; empty for all
  */
final case class TpcdsScale(scaleFactor: Double, heap: String, passes: Int, numbers: Set[Int])

object TpcdsScale {
  private val paper = TpcdsScale(1, "6g", 5, Set.empty)

  def of(scale: BenchScale): TpcdsScale = scale match {
    case BenchScale.Tiny => TpcdsScale(0.01, "1g", 1, Set(3, 42, 52, 55, 79, 96))
    case BenchScale.Small => paper.copy(scaleFactor = 0.1, passes = 3)
    case BenchScale.Paper => paper
  }
}
