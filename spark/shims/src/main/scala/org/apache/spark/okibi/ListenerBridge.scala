package org.apache.spark.okibi

import org.apache.spark.{SparkContext, SparkFirehoseListener}
import org.apache.spark.scheduler.{SparkListenerBus, SparkListenerEvent, SparkListenerInterface}

/** `LiveListenerBus` is private[spark]. A queue of their own keeps Okibi's listeners from waiting for other slow
  * listeners, and the others from waiting for them. The queue has one listener, which passes events on to all of
  * Okibi's. A page of the tab delays the queue by milliseconds.
  */
object ListenerBridge {

  /** Called on the thread that starts the application's plugins. */
  def addToOwnQueue(context: SparkContext, listener: SparkListenerInterface): Unit = {
    val bus = context.listenerBus
    val group = bus.findListenersByClass[ListenerGroup]().headOption.getOrElse {
      val added = new ListenerGroup
      bus.addToQueue(added, "okibi")
      added
    }
    group.add(listener)
  }

  /** Posts an event to all listeners, including the event log. Drops the event if the context is stopping. */
  def post(context: SparkContext, event: SparkListenerEvent): Unit = context.listenerBus.post(event)
}

/** Passes each event on to its members. Spark takes the time of each call of a listener in a queue, some microseconds
  * of the driver's for each event; members of a group are called without that. A member that throws is logged, and the
  * other members get the event. Thread-safe.
  */
private[okibi] final class ListenerGroup extends SparkFirehoseListener {
  private val members = new SparkListenerBus {}

  def add(listener: SparkListenerInterface): Unit = members.addListener(listener)

  override def onEvent(event: SparkListenerEvent): Unit = members.postToAll(event)
}
