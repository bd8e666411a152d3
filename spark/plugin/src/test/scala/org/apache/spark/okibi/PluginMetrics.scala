package org.apache.spark.okibi

import com.codahale.metrics.Gauge

import org.apache.spark.SparkEnv

/** Figures of a plugin in this JVM, read from Spark's own metrics system, so that the plugin's classes need not be
  * visible.
  */
object PluginMetrics {
  def value(plugin: String, metric: String): Long =
    SparkEnv.get.metricsSystem
      .getSourcesByName(s"plugin.$plugin")
      .map(_.metricRegistry.getGauges().get(metric))
      .filter(_ != null) match {
      case Seq(gauge: Gauge[_]) => gauge.getValue.asInstanceOf[Long]
      case found =>
        throw new IllegalStateException(
          s"${found.size} gauges of plugin $plugin are called $metric; there must be one."
        )
    }
}
