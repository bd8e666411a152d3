package okibi.spark.store

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.spark.{ExceptionFailure, SparkContext}
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}

/** A task of Spark may lock a block for reading that another removes at that instant, and then finds that there is no such block:
  * `BlockInfoManager.acquireLock` waits for the lock of an entry that it looked up before (since SPARK-37356, with the plugin and
  * without). The task fails and is tried again. Suites that drop many blocks allow for this failure, and for no other.
  */
object SparksRace {

  /** Where a task that failed is tried once more. */
  val retried: (String, String) = "spark.master" -> "local[2, 2]"

  /** Runs the body; what tasks failed of besides the race is an error, though they succeeded when they were tried again. */
  def allowed[T](context: SparkContext)(body: => T): T = {
    val others = new ConcurrentLinkedQueue[String]
    context.addSparkListener(new SparkListener {
      override def onTaskEnd(event: SparkListenerTaskEnd): Unit = event.reason match {
        case failure: ExceptionFailure
            if !(failure.description.endsWith("does not exist") && failure.stackTrace.headOption.exists(isLock)) =>
          others.add(failure.toErrorString): Unit
        case _ =>
      }
    })
    val result = body
    context.stop() // Tells the listener all that is left to tell.
    assert(others.isEmpty, others.asScala.mkString("\n"))
    result
  }

  // SparkCoreErrors makes the exception, and the manager of locks throws it.
  private def isLock(top: StackTraceElement): Boolean = top.getMethodName.startsWith("blockDoesNotExistError")
}
