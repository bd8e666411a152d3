package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerInterface}

/** `LiveListenerBus` is private[spark]. A queue of its own keeps Okibi's listener from waiting for other slow
  * listeners, and the others from waiting for it.
  */
object ListenerBridge {
  def addToOwnQueue(context: SparkContext, listener: SparkListenerInterface, queue: String): Unit =
    context.listenerBus.addToQueue(listener, queue)

  /** Posts an event to all listeners, including the event log. Drops the event if the context is stopping. */
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.listenerBus.post(event)
}
