package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.SparkListenerInterface

/** `LiveListenerBus.addToQueue` is private[spark]; a queue of our own keeps slow listeners of others from delaying us, and
  * us from delaying them.
  */
object ListenerBridge {
  def addToOwnQueue(context: SparkContext, listener: SparkListenerInterface, queue: String): Unit =
    context.listenerBus.addToQueue(listener, queue)
}
