package okibi.bench.workload

import java.util.concurrent.CountDownLatch

import scala.collection.mutable

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{
  SparkListener,
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerStageCompleted
}

/** Measures the seconds of each stage, from its submission to its end, in the order in which stages end. */
final class StageClock private (sc: SparkContext) extends SparkListener {
  private val seconds = mutable.ArrayBuffer.empty[Double]
  private val lastJob = new CountDownLatch(1)
  @volatile private var lastJobId = -1

  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = synchronized {
    if (lastJobId < 0)
      for (from <- event.stageInfo.submissionTime; to <- event.stageInfo.completionTime) seconds += (to - from) / 1000.0
  }

  override def onJobStart(event: SparkListenerJobStart): Unit =
    if (event.properties != null && event.properties.getProperty(StageClock.lastJobKey) != null) lastJobId = event.jobId

  override def onJobEnd(event: SparkListenerJobEnd): Unit = if (event.jobId == lastJobId) lastJob.countDown()

  /** `stage01Seconds` and so on, of all stages so far. Spark's events come late: a job of the clock's own shows that
    * all events before it have arrived.
    */
  def metrics: Map[String, Double] = {
    sc.setLocalProperty(StageClock.lastJobKey, "true")
    sc.parallelize(Seq(0), 1).count()
    lastJob.await()
    synchronized(seconds.zipWithIndex.map { case (value, i) => StageClock.metric(i + 1) -> value }.toMap)
  }
}

object StageClock {
  private val lastJobKey = "okibi.bench.stageclock.last"

  def metric(stage: Int): String = f"stage$stage%02dSeconds"

  /** Starts to measure, with the next stage. */
  def start(sc: SparkContext): StageClock = {
    val clock = new StageClock(sc)
    sc.addSparkListener(clock)
    clock
  }
}
