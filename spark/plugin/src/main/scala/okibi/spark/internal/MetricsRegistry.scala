package okibi.spark.internal

import com.codahale.metrics.{Gauge, MetricRegistry}

import okibi.core.metric.{CacheMetrics, Counters, IndexMetrics, Metric, TableMetrics}
import okibi.spark.index.{DriverIndex, LocalFilters}
import okibi.spark.sql.table.TableMemory

/** Registers the declared metrics in Spark's own metrics system, as source `plugin.okibi.spark.OkibiPlugin`. */
private[spark] object MetricsRegistry {

  /** The metrics of an executor, and of the driver's block store. */
  def publish(registry: MetricRegistry, counters: Counters): Unit = {
    publish(registry, CacheMetrics.all, counters.value)
    publish(registry, TableMetrics.all, TableMemory.counters.value)
    publish(registry, IndexMetrics.executor, LocalFilters.get.counters.value)
  }

  /** The metrics of the index at the driver. */
  def publish(registry: MetricRegistry, index: DriverIndex): Unit = publish(registry, IndexMetrics.driver, index.value)

  private def publish(registry: MetricRegistry, metrics: Seq[Metric], value: Metric => Long): Unit = metrics.foreach {
    metric =>
      registry.register(metric.name, new Gauge[Long] { override def getValue: Long = value(metric) })
  }
}
