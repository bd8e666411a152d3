package org.apache.spark.okibi

import com.codahale.metrics.Gauge

import org.apache.spark.SparkEnv

/** What a plugin counts in this JVM, by Spark's own metrics system: no class of the plugin need be in sight. */
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
