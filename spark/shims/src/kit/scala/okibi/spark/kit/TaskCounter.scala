package okibi.spark.kit

import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.SparkContext
import org.apache.spark.okibi.ListenerEvents
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskStart}

/** Counts the tasks that Spark launches. */
object TaskCounter {

  /** How many tasks `body` launched. */
  def count(context: SparkContext)(body: => Any): Int = of(context)(body)._2

  /** The result of `body`, and how many tasks it launched. */
  def of[A](context: SparkContext)(body: => A): (A, Int) = {
    val tasks = new AtomicInteger
    val listener = new SparkListener {
      override def onTaskStart(start: SparkListenerTaskStart): Unit = tasks.incrementAndGet()
    }
    ListenerEvents.awaitHeard(context)
    context.addSparkListener(listener)
    try {
      val result = body
      ListenerEvents.awaitHeard(context)
      (result, tasks.get)
    } finally context.removeSparkListener(listener)
  }
}
