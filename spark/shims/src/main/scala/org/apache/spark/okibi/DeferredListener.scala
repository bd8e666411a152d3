package org.apache.spark.okibi

import org.apache.spark.SparkFirehoseListener
import org.apache.spark.scheduler.{SparkListenerEvent, SparkListenerInterface}

import scala.collection.mutable.ArrayBuffer

/** A listener that is made when it is asked for, or after a number of events. Until then the events wait, and the
  * listener gets them when it is made. An application that ends early does not load the listener's classes. Thread-safe.
  *
  * @param mostEvents events that wait at most
  */
final class DeferredListener[L <: SparkListenerInterface](mostEvents: Int)(make: => L) extends SparkFirehoseListener {
  private val waiting = ArrayBuffer.empty[SparkListenerEvent]
  private var made = Option.empty[(L, ListenerGroup)]

  /** The listener, which has had all events so far. */
  def get: L = begun._1

  override def onEvent(event: SparkListenerEvent): Unit = synchronized {
    if (made.isEmpty && waiting.size < mostEvents) waiting += event else begun._2.onEvent(event)
  }

  private def begun: (L, ListenerGroup) = synchronized {
    made.getOrElse {
      val (listener, group) = (make, new ListenerGroup)
      group.add(listener)
      waiting.foreach(group.onEvent)
      waiting.clear()
      made = Some((listener, group))
      (listener, group)
    }
  }
}
