package okibi.core.metric

/** All metrics, and the rules that merge the values of many executors. Values have the names of their metrics as keys.
  */
object Metrics {
  val all: Seq[Metric] = CacheMetrics.all ++ IndexMetrics.all

  private val lostWithExecutor: Set[String] = all.filterNot(_.kind.outlivesExecutor).map(_.name).toSet

  /** The values that remain after the loss of their executor. */
  def afterLoss(figures: Map[String, Long]): Map[String, Long] = figures.filterNot { case (name, _) =>
    lostWithExecutor(name)
  }

  def sum(all: java.util.List[Map[String, Long]]): Map[String, Long] = {
    val sums = new java.util.HashMap[String, Long]
    all.forEach(_.foreach { case (name, value) => sums.merge(name, value, (a, b) => a + b) })
    val found = Map.newBuilder[String, Long]
    sums.forEach((name, sum) => found += name -> sum)
    found.result()
  }

  def sum(a: Map[String, Long], b: Map[String, Long]): Map[String, Long] =
    b.foldLeft(a) { case (sums, (name, value)) => sums.updated(name, sums.getOrElse(name, 0L) + value) }
}
