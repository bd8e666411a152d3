package okibi.spark.internal

import okibi.spark.index.DriverIndex
import okibi.spark.observe.PlanServer

/** The totals of the application that runs in this JVM. Thread-safe. */
private[spark] object ApplicationMetrics {

  /** From its attaching on, the totals are those of the application. */
  val serving = new Attached[PlanServer]

  /** The totals so far, by metric name; on an executor its own figures. Empty if the plugin is not active. */
  def totals: Map[String, Long] = serving.get match {
    case Some((context, server)) =>
      DriverIndex.of(context).snapshot ++ (if (context.isLocal) Runtimes.counted else server.counters)
    case None => Runtimes.counted
  }
}
