package okibi.spark.observe

import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.scheduler._

/** How much may be written to the event log beside Spark's own events: two percent of what these come to, by what such events take on average, or
  * [[LogBudget.least]] bytes where that is more: two percent of a short log would say nothing. Thread-safe.
  *
  * @param compressed whether Spark compresses the log, to an eighth as is assumed; series hardly become smaller
  */
final class LogBudget(compressed: Boolean) extends SparkListener {
  import LogBudget._

  private val logged = new AtomicLong(startBytes)
  private val spent = new AtomicLong

  def left: Long = math.max(least, (logged.get / (if (compressed) compression else 1L) * share).toLong) - spent.get

  def spend(bytes: Int): Unit = {
    spent.addAndGet(bytes.toLong)
    ()
  }

  override def onTaskEnd(event: SparkListenerTaskEnd): Unit = add(taskBytes)
  override def onJobStart(event: SparkListenerJobStart): Unit = add(event.stageInfos.map(stageBytes).sum)
  override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit = add(stageBytes(event.stageInfo))
  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = add(stageBytes(event.stageInfo))

  private def add(bytes: Long): Unit = {
    logged.addAndGet(bytes)
    ()
  }
}

object LogBudget {

  /** Bytes that may be written whatever the log has. */
  val least = 4096L

  private val share = 0.02

  /** Environment and start of an application. */
  private val startBytes = 40000L

  /** Start and end of a task. */
  private val taskBytes = 2500L

  /** How many times smaller compression makes Spark's own events. */
  private val compression = 8L

  private def stageBytes(stage: StageInfo): Long = 1500L + 600L * stage.rddInfos.size
}
