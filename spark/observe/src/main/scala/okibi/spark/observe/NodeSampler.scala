package okibi.spark.observe

import java.util.concurrent.{Executors, ScheduledExecutorService, TimeUnit}

import scala.util.control.NonFatal

import okibi.core.machine.{MachineSample, WallClock}
import okibi.core.observe.{NodeMeter, SeriesCodec}
import okibi.spark.shims.DaemonThread

import org.slf4j.LoggerFactory

/** Samples an executor's machine each second, which reads four small files of /proc, and reports to the driver as
  * often as the driver asks for, if this executor is the reporter of its machine. Runs on a thread of its own: no task waits for it.
  *
  * @param host Spark's name of the machine; None until Spark has one
  * @param ask  sends a message to the driver and waits for the answer
  */
final class NodeSampler(executorId: String, host: () => Option[String], meter: NodeMeter, ask: AnyRef => AnyRef) {
  import NodeSampler._

  private val timer: ScheduledExecutorService =
    Executors.newSingleThreadScheduledExecutor(DaemonThread.factory("okibi-node-sampler"))
  private var wanted = true
  @volatile private var nextSeconds = firstSeconds
  private var seconds = 0L
  private var logged = false

  def start(): Unit = {
    // After a pause of the JVM it takes one sample, and not all missed samples in a row.
    timer.scheduleWithFixedDelay(() => tick(), 0, 1, TimeUnit.SECONDS)
    ()
  }

  /** Reports to the driver what it has not reported yet. */
  def report(): Unit = synchronized {
    try
      host().foreach { name =>
        ask(NodeReport(executorId, name, if (wanted) meter.take().map(SeriesCodec.encode) else None)) match {
          case NodeAnswer(stillWanted, next) =>
            if (!stillWanted) meter.forget()
            wanted = stillWanted
            nextSeconds = math.max(1, next)
          case _ =>
        }
      }
    catch {
      case error @ (NonFatal(_) | _: LinkageError | _: InterruptedException) =>
        if (!logged) {
          logged = true
          log.warn(
            s"Okibi: executor $executorId could not report the activity of its machine to the driver: $error. " +
              "The event log lacks that activity. Later failures are not logged."
          )
        }
    }
  }

  /** Takes no more samples. A report that has begun is finished. */
  def stop(): Unit = timer.shutdown()

  /** No exception may escape, because a timer drops a task that failed. */
  private def tick(): Unit = {
    if (isWanted) {
      val sample = MachineSample.now()
      meter.add(WallClock.at(sample.nanos), sample)
    }
    seconds += 1
    if (seconds >= nextSeconds) {
      seconds = 0
      report()
    }
  }

  private def isWanted: Boolean = synchronized(wanted)
}

object NodeSampler {
  private val log = LoggerFactory.getLogger(classOf[NodeSampler])

  /** Seconds until the first report, and between reports in a small cluster. */
  private[observe] val firstSeconds = 5
}
