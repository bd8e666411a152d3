package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.SparkListenerEvent

/** Events that a plugin posts while it is shut down, before Spark 4 stops its listener bus (SparkContext.stop). */
object LastEvents {
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.listenerBus.post(event)
}
