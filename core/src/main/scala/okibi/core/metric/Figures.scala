package okibi.core.metric

/** Values of metrics, in the order of [[Metrics.all]]: nine bytes each, where a map by name takes more than a hundred.
  * Immutable.
  */
final class Figures private (private val known: Array[Boolean], private val values: Array[Long]) {

  /** The values that remain after the loss of their executor. */
  def afterLoss: Figures = new Figures(
    known.zip(Figures.metrics).map { case (isKnown, metric) => isKnown && metric.kind.outlivesExecutor },
    values
  )

  /** The values by the names of their metrics. */
  def byName: Map[String, Long] =
    known.indices.iterator.filter(known(_)).map(i => Figures.metrics(i).name -> values(i)).toMap
}

object Figures {
  private val metrics: Array[Metric] = Metrics.all.toArray
  private val positions: Map[String, Int] = metrics.map(_.name).zipWithIndex.toMap

  val none: Figures = Figures(Map.empty)

  /** Values by the names of their metrics. A name that is no metric is left out: it comes from another version. */
  def apply(byName: Map[String, Long]): Figures = {
    val (known, values) = (new Array[Boolean](metrics.length), new Array[Long](metrics.length))
    byName.foreach { case (name, value) =>
      positions.get(name).foreach { at =>
        known(at) = true
        values(at) = value
      }
    }
    new Figures(known, values)
  }

  /** The sums of the values of each metric. */
  def sum(all: Iterator[Figures]): Figures = {
    val (known, values) = (new Array[Boolean](metrics.length), new Array[Long](metrics.length))
    all.foreach { figures =>
      var i = 0
      while (i < values.length) {
        if (figures.known(i)) {
          known(i) = true
          values(i) += figures.values(i)
        }
        i += 1
      }
    }
    new Figures(known, values)
  }
}
