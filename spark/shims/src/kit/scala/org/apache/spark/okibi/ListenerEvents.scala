package org.apache.spark.okibi

import org.apache.spark.SparkContext

/** `LiveListenerBus` is private[spark]. */
object ListenerEvents {

  /** Waits until every listener has heard of all events so far. */
  def awaitHeard(context: SparkContext): Unit = context.listenerBus.waitUntilEmpty()
}
