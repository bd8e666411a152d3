package okibi.spark.observe

import java.util.concurrent.{Executors, ScheduledExecutorService, TimeUnit}

import scala.util.control.NonFatal

import okibi.core.machine.{MachineSample, WallClock}
import okibi.core.observe.{NodeMeter, SeriesCodec}
import okibi.spark.shims.DaemonThread

import org.slf4j.LoggerFactory

/** Looks at an executor's machine each second, which takes four small files of /proc, and tells the driver every few seconds if this is the executor of its machine that does. All on a
  * thread of its own: no task waits for it.
  *
  * @param host what Spark calls the machine, once it does
  * @param ask sends a message to the driver and waits for its answer
  */
final class NodeSampler(executorId: String, host: () => Option[String], meter: NodeMeter, ask: AnyRef => AnyRef) {
  import NodeSampler._

  private val timer: ScheduledExecutorService =
    Executors.newSingleThreadScheduledExecutor(DaemonThread.factory("okibi-node-sampler"))
  private var wanted = true
  private var seconds = 0L
  private var logged = false

  def start(): Unit = {
    // After a pause of the JVM one look, and not all that were missed in a row.
    timer.scheduleWithFixedDelay(() => tick(), 0, 1, TimeUnit.SECONDS)
    ()
  }

  /** Tells the driver what it has not heard yet. */
  def report(): Unit = synchronized {
    try
      host().foreach { name =>
        ask(NodeReport(executorId, name, if (wanted) meter.take().map(SeriesCodec.encode) else None)) match {
          case NodeAnswer(stillWanted) =>
            if (!stillWanted) meter.forget()
            wanted = stillWanted
          case _ =>
        }
      }
    catch {
      case error @ (NonFatal(_) | _: LinkageError | _: InterruptedException) =>
        if (!logged) {
          logged = true
          log.warn(
            s"Okibi: executor $executorId could not tell the driver what its machine does: $error. The event log will lack that. Later failures are not logged."
          )
        }
    }
  }

  /** No more looks; a report under way comes to its end. */
  def stop(): Unit = timer.shutdown()

  /** Nothing may escape: a timer forgets a task that failed. */
  private def tick(): Unit = {
    if (isWanted) {
      val sample = MachineSample.now()
      meter.add(WallClock.at(sample.nanos), sample)
    }
    seconds += 1
    if (seconds % (if (isWanted) reportSeconds else askSeconds) == 0) report()
  }

  private def isWanted: Boolean = synchronized(wanted)
}

object NodeSampler {
  private val log = LoggerFactory.getLogger(classOf[NodeSampler])
  private val reportSeconds = 5L

  /** Whoever is not wanted asks again, for the one that is may be gone. */
  private val askSeconds = 60L
}
