package okibi.spark.shims

import java.util.concurrent.ThreadFactory

/** Threads that do not keep the JVM alive. */
object DaemonThread {

  /** A thread that runs `body` once it is started. */
  def apply(name: String)(body: => Unit): Thread = make(name, () => body)

  /** Makes threads for an executor service. */
  def factory(name: String): ThreadFactory = task => make(name, task)

  private def make(name: String, task: Runnable): Thread = {
    val thread = new Thread(task, name)
    thread.setDaemon(true)
    thread
  }
}
