package okibi.spark.sql.table

import java.util.concurrent.{ScheduledThreadPoolExecutor, TimeUnit}

/** Work that is done a while later, off the thread that asks for it. It must be short. Thread-safe. */
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

  def run(delayMillis: Long)(work: => Unit): Unit = {
    pool.schedule((() => work): Runnable, delayMillis, TimeUnit.MILLISECONDS)
    ()
  }
}
