package okibi.bench.experiment.shuffle

import java.util.concurrent.{Semaphore, TimeUnit}
import java.util.concurrent.atomic.LongAdder

import org.apache.spark.scheduler.{SparkListener, SparkListenerJobEnd, SparkListenerTaskEnd}

/** Counts the bytes that tasks wrote and read for shuffles, and spilled for lack of memory. */
final class ShuffleTraffic extends SparkListener {
  private val written, read, spilled = new LongAdder

  override def onTaskEnd(task: SparkListenerTaskEnd): Unit = Option(task.taskMetrics).foreach { metrics =>
    written.add(metrics.shuffleWriteMetrics.bytesWritten)
    read.add(metrics.shuffleReadMetrics.totalBytesRead)
    spilled.add(metrics.diskBytesSpilled)
  }

  private val ended = new Semaphore(0)
  override def onJobEnd(job: SparkListenerJobEnd): Unit = ended.release()

  /** Figures of the one job that ran. Spark tells its listeners of a job's end some time after the end. */
  def metrics: Map[String, Double] = {
    ended.tryAcquire(10, TimeUnit.SECONDS)
    Map(
      "shuffleWrittenBytes" -> written.doubleValue,
      "shuffleReadBytes" -> read.doubleValue,
      "spilledBytes" -> spilled.doubleValue
    )
  }
}
