package okibi.core.metric

import java.util.concurrent.atomic.LongAdder

/** The live values of a list of metrics: counters and timers are added to, gauges are read from their owners.
  * Thread-safe; adding never blocks.
  *
  * @param gauges reads the value of each gauge; runs in the thread that asks for the value
  */
final class Counters(metrics: Seq[Metric], gauges: Map[Metric, () => Long] = Map.empty) {
  require(
    metrics.filter(_.kind == MetricKind.Gauge).toSet == gauges.keySet,
    s"Counters: got readers for [${gauges.keys.map(_.name).mkString(", ")}], allowed is one for each gauge of the " +
      "list. Add or remove readers."
  )

  private val adders: Map[Metric, LongAdder] = metrics.filterNot(gauges.contains).map(_ -> new LongAdder).toMap

  def add(metric: Metric, amount: Long): Unit = adders(metric).add(amount)
  def increment(metric: Metric): Unit = add(metric, 1L)
  def value(metric: Metric): Long = gauges.get(metric).fold(adders(metric).sum())(_.apply())

  /** The current values by metric name. The map does not change afterwards. */
  def snapshot: Map[String, Long] = metrics.map(metric => metric.name -> value(metric)).toMap
}
