package okibi.spark.sql.table

import java.util.concurrent.{ScheduledThreadPoolExecutor, TimeUnit}

import okibi.spark.shims.DaemonThread

/** Runs work after a delay, on a thread of its own. The work must be short. Thread-safe. */
private[table] object DelayedWork {
  private lazy val executor: ScheduledThreadPoolExecutor = {
    val single = new ScheduledThreadPoolExecutor(1, DaemonThread.factory("okibi-tables"))
    single.setKeepAliveTime(10, TimeUnit.SECONDS)
    single.allowCoreThreadTimeOut(true)
    single
  }

  def run(delayMs: Long)(work: => Unit): Unit = {
    executor.schedule((() => work): Runnable, delayMs, TimeUnit.MILLISECONDS)
    ()
  }
}
