package okibi.bench.benchmark

import scala.concurrent.duration.DurationInt

import okibi.bench.runner.RunLimits

/** How much work a benchmark does. `tiny` takes seconds and its figures mean nothing, `small` takes minutes on two
  * cores, `paper` is the published size.
  */
sealed abstract class BenchScale(val name: String) {
  def limits: RunLimits = RunLimits()
}

object BenchScale {
  case object Tiny extends BenchScale("tiny")
  case object Small extends BenchScale("small")
  case object Paper extends BenchScale("paper") {
    override def limits: RunLimits = RunLimits(patience = 1.day, steadyWithin = 30.minutes)
  }

  val all: Seq[BenchScale] = Seq(Tiny, Small, Paper)
}
