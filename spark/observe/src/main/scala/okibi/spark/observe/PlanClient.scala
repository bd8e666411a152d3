package okibi.spark.observe

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.LockSupport

import scala.util.control.NonFatal

import org.slf4j.LoggerFactory

import okibi.core.reuse.ReuseView
import okibi.spark.shims.DaemonThread

/** An executor's side of the plugin's channel: a daemon thread that keeps the plan of the view fresh and brings the
  * executor's counters to the driver. Tasks never wait for it; a late plan only makes decisions less good. Errors are
  * logged once, and make the thread ask less often ([[AskPace]]).
  *
  * @param counters returns what the executor has counted so far; called by the daemon thread
  * @param ask      sends a message to the driver and waits for the answer, as `PluginContext.ask` does
  */
final class PlanClient(executorId: String, view: ReuseView, counters: () => Map[String, Long], ask: AnyRef => AnyRef) {
  private val wanted = new AtomicInteger(AskPace.noStage)
  private val pace = new AskPace(executorId.hashCode.toLong)
  private var logged = false
  @volatile private var stopped, givenUp = false
  private val thread = DaemonThread("okibi-plan-client")(run())

  def start(): Unit = thread.start()

  /** Tells that a task of the stage runs here. Costs one volatile read if the plan knows the stage. */
  def noticeStage(stageId: Int): Unit =
    if (
      !view
        .knows(stageId) && wanted.get < stageId && wanted.getAndAccumulate(stageId, (a, b) => math.max(a, b)) < stageId
    )
      LockSupport.unpark(thread)

  /** Ends the thread after it has sent the counters a last time. Gives up waiting for that after `timeoutMs`. */
  def stop(timeoutMs: Long = 2000): Unit = {
    stopped = true
    LockSupport.unpark(thread)
    thread.join(timeoutMs)
    givenUp = true
    thread.interrupt()
  }

  private def run(): Unit = {
    while (!stopped) {
      val waitMs = pace.waitMs(nowMs, missing)
      if (waitMs == 0) exchange() else LockSupport.parkNanos(this, waitMs * 1000000)
    }
    if (!givenUp) exchange()
  }

  /** No exception may escape: an uncaught exception ends an executor. */
  private def exchange(): Unit =
    try {
      ask(PlanRequest(executorId, view.version, counters())) match {
        case PlanReply(plan, intervalMs) =>
          plan.foreach(view.update)
          pace.answered(nowMs, intervalMs, missing)
        case other => failed(s"an answer of type ${if (other == null) "null" else other.getClass.getName}")
      }
    } catch {
      case error @ (NonFatal(_) | _: LinkageError | _: InterruptedException) => failed(error.toString)
    }

  private def failed(why: String): Unit = {
    pace.failed(nowMs)
    if (!logged && !stopped) {
      logged = true
      PlanClient.log.warn(
        s"Okibi: executor $executorId asked the driver for the next uses of cached RDDs and got $why. " +
          "It continues with the plan that it has and asks less often; its decisions may be less good. " +
          "Later failures are not logged."
      )
    }
  }

  private def missing: Int = {
    val stage = wanted.get
    if (view.knows(stage)) AskPace.noStage else stage
  }

  private def nowMs: Long = System.nanoTime() / 1000000
}

private object PlanClient {
  private val log = LoggerFactory.getLogger(classOf[PlanClient])
}
