package okibi.spark.sql.table

import java.util.concurrent.{ScheduledThreadPoolExecutor, TimeUnit}

/** Runs work after a delay, on a thread of its own. The work must be short. Thread-safe. */
private[table] object DelayedWork {
  private lazy val pool: ScheduledThreadPoolExecutor = {
    val one = new ScheduledThreadPoolExecutor(
      1,
      (body: Runnable) => {
        val thread = new Thread(body, "okibi-tables")
        thread.setDaemon(true)
        thread
      }
    )
    one.setKeepAliveTime(10, TimeUnit.SECONDS)
    one.allowCoreThreadTimeOut(true)
    one
  }

  def run(delayMs: Long)(work: => Unit): Unit = {
    pool.schedule((() => work): Runnable, delayMs, TimeUnit.MILLISECONDS)
    ()
  }
}
