package okibi.bench.experiment.checkpoint

import okibi.bench.benchmark.BenchScale

/** Sizes of the checkpoint benchmark.
  *
  * @param strings megabytes of the RDDs of strings, each size in turn
  * @param vectors the same of dense vectors
  * @param heap    of the children: cached RDDs of the largest size fit
  * @param writers partitions, and threads that write them
  */
final case class CheckpointScale(strings: Seq[Int], vectors: Seq[Int], heap: String, writers: Int, runs: Int)

object CheckpointScale {
  private val tiny = CheckpointScale(Seq(2, 4), Seq(2), "512m", 2, 1)
  private val small = CheckpointScale(Seq(100, 200), Seq(100), "1g", 2, 3)

  /** The paper's sizes, which it wrote as one partition. */
  private val paper = CheckpointScale(Seq(100, 500, 1000, 1500, 2000), Seq(100, 1000, 2000), "6g", 1, 5)

  def of(scale: BenchScale): CheckpointScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
