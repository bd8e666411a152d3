package okibi.core.metric

import java.util.concurrent.atomic.LongAdder

/** Live counters for a list of metrics. Thread-safe; adding never blocks. */
final class Counters(metrics: Seq[Metric]) {
  private val adders: Map[Metric, LongAdder] = metrics.map(_ -> new LongAdder).toMap

  def add(metric: Metric, amount: Long): Unit = adders(metric).add(amount)
  def increment(metric: Metric): Unit = add(metric, 1L)
  def value(metric: Metric): Long = adders(metric).sum()

  /** A frozen copy, by metric name. */
  def snapshot: Map[String, Long] = adders.map { case (metric, adder) => metric.name -> adder.sum() }
}
