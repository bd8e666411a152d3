package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.SparkListenerEvent

/** Events that a plugin has when it is shut down. Spark 3 has stopped its listener bus by then (SparkContext.stop), but not the event log, which nothing else writes to any more. */
object LastEvents {
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.eventLogger.foreach(_.onOtherEvent(event))
}
