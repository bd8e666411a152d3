package okibi.spark.store

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import org.apache.spark.{ExceptionFailure, SparkContext}
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}

/** A race in Spark, with the plugin and without: a task may lock a block for reading while another removes it, and then
  * finds that the block does not exist. `BlockInfoManager.acquireLock` waits for the lock of an entry that it looked up
  * before (since SPARK-37356). The task fails and is tried again. Suites that drop many blocks allow this failure, and
  * no other.
  */
object SparksRace {

  /** A master that tries a failed task once more. */
  def retried(cores: Int): (String, String) = "spark.master" -> s"local[$cores, 2]"

  /** Runs the body. Any other failure of a task is an error, even if the task succeeded in its next attempt. */
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
    context.stop() // Delivers all remaining events to the listener.
    assert(others.isEmpty, others.asScala.mkString("\n"))
    result
  }

  // SparkCoreErrors creates the exception, and the lock manager throws it.
  private def isLock(top: StackTraceElement): Boolean = top.getMethodName.startsWith("blockDoesNotExistError")
}
