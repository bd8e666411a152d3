package okibi.core.metric

import java.util.concurrent.atomic.LongAdder

/** Live figures for a list of metrics: counters and timers grow by adding, gauges are read where they are kept. Thread-safe; adding never blocks.
  *
  * @param gauges what reads each gauge of the list; called by whoever asks for its value
  */
final class Counters(metrics: Seq[Metric], gauges: Map[Metric, () => Long] = Map.empty) {
  require(
    metrics.filter(_.kind == MetricKind.Gauge).toSet == gauges.keySet,
    s"gauges with a reader: got ${gauges.keys.map(_.name)}, needed is one for each gauge of the list"
  )

  private val adders: Map[Metric, LongAdder] = metrics.filterNot(gauges.contains).map(_ -> new LongAdder).toMap

  def add(metric: Metric, amount: Long): Unit = adders(metric).add(amount)
  def increment(metric: Metric): Unit = add(metric, 1L)
  def value(metric: Metric): Long = gauges.get(metric).fold(adders(metric).sum())(_.apply())

  /** A frozen copy, by metric name. */
  def snapshot: Map[String, Long] = metrics.map(metric => metric.name -> value(metric)).toMap
}
