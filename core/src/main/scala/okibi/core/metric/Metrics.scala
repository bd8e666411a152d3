package okibi.core.metric

/** All metrics, and the rules by which figures of many executors become one. Figures go by their metrics' names. */
object Metrics {
  val all: Seq[Metric] = CacheMetrics.all ++ IndexMetrics.all

  private val goneWithExecutor: Set[String] = all.filterNot(_.kind.outlivesExecutor).map(_.name).toSet

  /** What is left of an executor's figures when it is gone. */
  def afterLoss(figures: Map[String, Long]): Map[String, Long] = figures.filterNot { case (name, _) =>
    goneWithExecutor(name)
  }

  def sum(a: Map[String, Long], b: Map[String, Long]): Map[String, Long] =
    b.foldLeft(a) { case (sums, (name, value)) => sums.updated(name, sums.getOrElse(name, 0L) + value) }
}
