package org.apache.spark.okibi

import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}

/** Counts the tasks that a piece of work starts. */
object TaskCounter {
  def count(context: SparkContext)(work: => Any): Int = {
    val tasks = new AtomicInteger
    val listener = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit = tasks.incrementAndGet()
    }
    context.listenerBus.waitUntilEmpty()
    context.addSparkListener(listener)
    try {
      work
      context.listenerBus.waitUntilEmpty()
    } finally context.removeSparkListener(listener)
    tasks.get
  }
}
