package okibi.spark.cache.codec

/** Runs a deeply recursive body on a thread with a large stack, and waits for it. The thread has the caller's class
  * loader. Used rarely, for records such as long linked lists.
  */
private[codec] object DeepStack {

  /** @param bytes size of the data, which bounds the depth of the recursion */
  def run(bytes: Long)(body: => Unit): Unit = {
    var failure: Throwable = null
    val caller = Thread.currentThread
    val runner: Runnable = () =>
      try body
      catch { case t: Throwable => failure = t }
    val thread =
      new Thread(null, runner, caller.getName + " (deep)", math.min(Most, math.max(Least, bytes * BytesOfStack)))
    thread.setContextClassLoader(caller.getContextClassLoader)
    thread.setDaemon(true)
    thread.start()
    thread.join()
    if (failure ne null) throw failure
  }

  private final val BytesOfStack = 512L
  private final val Least = 16L << 20
  private final val Most = 1L << 30
}
