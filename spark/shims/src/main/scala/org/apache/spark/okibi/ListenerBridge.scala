package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerInterface}

/** `LiveListenerBus` is private[spark]; a queue of our own keeps slow listeners of others from delaying us, and
  * us from delaying them.
  */
object ListenerBridge {
  def addToOwnQueue(context: SparkContext, listener: SparkListenerInterface, queue: String): Unit =
    context.listenerBus.addToQueue(listener, queue)

  /** To all listeners, the event log among them; to none when the context is stopping. */
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.listenerBus.post(event)
}
