package org.apache.spark.okibi

import org.apache.spark.SparkContext

object Events {

  /** Waits until every listener has heard of what has happened. */
  def awaitHeard(context: SparkContext): Unit = context.listenerBus.waitUntilEmpty()
}
