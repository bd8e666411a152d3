package okibi.bench.catalog

/** How much work a benchmark does: `tiny` takes seconds and its figures mean nothing, `small` takes minutes on two cores,
  * `paper` is the size that was published.
  */
sealed abstract class BenchScale(val name: String)

object BenchScale {
  case object Tiny extends BenchScale("tiny")
  case object Small extends BenchScale("small")
  case object Paper extends BenchScale("paper")

  val all: Seq[BenchScale] = Seq(Tiny, Small, Paper)
}
