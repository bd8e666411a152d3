package okibi.spark.internal

import okibi.spark.index.DriverIndex
import okibi.spark.observe.PlanServer

import org.apache.spark.SparkContext

/** The totals of the application that runs in this JVM. Thread-safe. */
private[spark] object ApplicationMetrics {
  private var serving: Option[(SparkContext, PlanServer)] = None

  /** The totals so far, by metric name; on an executor its own figures. Empty if the plugin is not active. */
  def totals: Map[String, Long] = synchronized(serving) match {
    case Some((context, server)) =>
      DriverIndex.of(context).snapshot ++ (if (context.isLocal) Runtimes.counted else server.counters)
    case None => Runtimes.counted
  }

  /** From now on the totals are those of this application. */
  def attach(context: SparkContext, server: PlanServer): Unit = synchronized {
    serving = Some((context, server))
  }

  /** Forgets the application when it ends. */
  def detach(context: SparkContext): Unit = synchronized {
    if (serving.exists(_._1 eq context)) serving = None
  }
}
