package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerInterface}

/** `LiveListenerBus` is private[spark]. A queue of their own keeps Okibi's listeners from waiting for other slow
  * listeners, and the others from waiting for them. One queue for all of them: each more costs the driver some 30 us a
  * task. A page of the tab delays the queue by milliseconds.
  */
object ListenerBridge {
  def addToOwnQueue(context: SparkContext, listener: SparkListenerInterface): Unit =
    context.listenerBus.addToQueue(listener, "okibi")

  /** Posts an event to all listeners, including the event log. Drops the event if the context is stopping. */
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.listenerBus.post(event)
}
