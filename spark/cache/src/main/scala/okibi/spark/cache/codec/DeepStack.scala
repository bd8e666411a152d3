package okibi.spark.cache.codec

/** Runs a body that recurses deeply on a thread with a stack to match, as the caller would: with its class loader, and waiting
  * for it. Used once in a while, for records like long linked lists.
  */
private[codec] object DeepStack {

  /** @param bytes size of the data, which bounds how deep they nest */
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
