package okibi.spark.index

import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskStart}

/** Counts the tasks that Spark launches. */
object TaskCount {

  /** What the body gives, and how many tasks it took. */
  def of[A](context: SparkContext)(body: => A): (A, Int) = {
    val tasks = new AtomicInteger
    val listener = new SparkListener {
      override def onTaskStart(start: SparkListenerTaskStart): Unit = tasks.incrementAndGet()
    }
    settle(context)
    context.addSparkListener(listener)
    try {
      val result = body
      settle(context)
      (result, tasks.get)
    } finally context.removeSparkListener(listener)
  }

  /** Waits until listeners have seen all events so far. */
  private def settle(context: SparkContext): Unit = {
    val bus = classOf[SparkContext].getMethod("listenerBus").invoke(context)
    bus.getClass.getMethod("waitUntilEmpty").invoke(bus)
  }
}
