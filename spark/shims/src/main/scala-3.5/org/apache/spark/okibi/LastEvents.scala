package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.SparkListenerEvent

/** Events that a plugin posts while it is shut down. By then Spark 3 has stopped its listener bus (SparkContext.stop),
  * but not the event log, to which nothing else writes any more.
  */
object LastEvents {
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.eventLogger.foreach(_.onOtherEvent(event))
}
