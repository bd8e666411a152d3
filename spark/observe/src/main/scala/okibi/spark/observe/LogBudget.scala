package okibi.spark.observe

import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.scheduler._

/** Bounds the bytes that Okibi writes to the event log: two percent of the bytes of Spark's own events, estimated from
  * the average size of such events, or [[LogBudget.leastBytes]] if that is more, because two percent of a short log
  * would hold nothing useful. Thread-safe.
  *
  * @param compressed whether Spark compresses the log, which is assumed to shrink Spark's events to an eighth; series
  *                   hardly shrink
  */
final class LogBudget(compressed: Boolean) extends SparkListener {
  import LogBudget._

  private val loggedBytes = new AtomicLong(startBytes)
  private val spentBytes = new AtomicLong

  def leftBytes: Long = math.max(
    leastBytes,
    (loggedBytes.get / (if (compressed) compressionFactor else 1L) * share).toLong
  ) - spentBytes.get

  def spend(bytes: Int): Unit = {
    spentBytes.addAndGet(bytes.toLong)
    ()
  }

  override def onTaskEnd(event: SparkListenerTaskEnd): Unit = add(taskBytes)
  override def onJobStart(event: SparkListenerJobStart): Unit = add(event.stageInfos.map(stageBytes).sum)
  override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit = add(stageBytes(event.stageInfo))
  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = add(stageBytes(event.stageInfo))

  private def add(bytes: Long): Unit = {
    loggedBytes.addAndGet(bytes)
    ()
  }
}

object LogBudget {

  /** Bytes that may be written however short the log is. */
  val leastBytes = 4096L

  private val share = 0.02

  /** Bytes of the events at the start of an application. */
  private val startBytes = 40000L

  /** Bytes of the start and end events of a task. */
  private val taskBytes = 2500L

  /** The factor by which compression shrinks Spark's own events. */
  private val compressionFactor = 8L

  private def stageBytes(stage: StageInfo): Long = 1500L + 600L * stage.rddInfos.size
}
