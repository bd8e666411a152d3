package okibi.spark.internal

import com.codahale.metrics.{Gauge, MetricRegistry}

import okibi.core.metric.{CacheMetrics, Counters}

/** Puts the declared metrics into Spark's own metrics system, as source `plugin.okibi.spark.OkibiPlugin`. */
private[spark] object MetricsRegistry {
  def publish(registry: MetricRegistry, counters: Counters): Unit = CacheMetrics.all.foreach { metric =>
    registry.register(metric.name, new Gauge[Long] { override def getValue: Long = counters.value(metric) })
  }
}
