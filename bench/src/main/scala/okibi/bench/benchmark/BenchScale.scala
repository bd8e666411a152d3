package okibi.bench.benchmark

import scala.concurrent.duration.{DurationInt, FiniteDuration}

import okibi.bench.runner.ChildJvm

/** How much work a benchmark does: `tiny` takes seconds and its figures mean nothing, `small` takes minutes on two cores,
  * `paper` is the size that was published.
  */
sealed abstract class BenchScale(val name: String) {

  /** Of a child, see [[okibi.bench.runner.ChildJvm]]. */
  def patience: FiniteDuration = ChildJvm.patience

  /** Of a campaign, see [[okibi.bench.runner.Campaign]]. */
  def steadyWithin: FiniteDuration = 5.minutes
}

object BenchScale {
  case object Tiny extends BenchScale("tiny")
  case object Small extends BenchScale("small")
  case object Paper extends BenchScale("paper") {
    override def patience: FiniteDuration = 1.day
    override def steadyWithin: FiniteDuration = 30.minutes
  }

  val all: Seq[BenchScale] = Seq(Tiny, Small, Paper)
}
