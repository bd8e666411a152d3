package okibi.bench.runner

import java.util.concurrent.{Executors, ScheduledExecutorService}

/** Timers whose one thread does not keep the JVM alive. */
object DaemonTimer {
  def apply(name: String): ScheduledExecutorService = Executors.newSingleThreadScheduledExecutor { work =>
    val thread = new Thread(work, name)
    thread.setDaemon(true)
    thread
  }
}
