package okibi.bench.experiment.checkpoint

import okibi.bench.benchmark.BenchScale

/** Sizes of the checkpoint benchmark.
  *
  * @param stringsMb sizes of the RDDs of strings, each written in turn
  * @param vectorsMb sizes of the RDDs of dense vectors
  * @param heap      of the children: cached RDDs of the largest size fit
  * @param writers   partitions, and threads that write them
  */
final case class CheckpointScale(stringsMb: Seq[Int], vectorsMb: Seq[Int], heap: String, writers: Int, runs: Int)

object CheckpointScale {
  private val tiny =
    CheckpointScale(stringsMb = Seq(2, 4), vectorsMb = Seq(2), heap = "512m", writers = 2, runs = 1)
  private val small =
    CheckpointScale(stringsMb = Seq(100, 200), vectorsMb = Seq(100), heap = "1g", writers = 2, runs = 3)

  /** The paper's sizes, which it wrote as one partition. */
  private val paper = CheckpointScale(
    stringsMb = Seq(100, 500, 1000, 1500, 2000),
    vectorsMb = Seq(100, 1000, 2000),
    heap = "6g",
    writers = 1,
    runs = 5
  )

  def of(scale: BenchScale): CheckpointScale = scale match {
    case BenchScale.Tiny => tiny
    case BenchScale.Small => small
    case BenchScale.Paper => paper
  }
}
