package okibi.core.kit

/** Waits for what other threads and processes do, and leaves the processors to them. */
object WaitUntil {

  /** @param awaited names the condition in the error
    * @throws AssertionError when `condition` does not hold in time
    */
  def apply(awaited: => String, seconds: Int)(condition: => Boolean): Unit = {
    val deadlineNs = System.nanoTime() + seconds * 1000000000L
    while (!condition) {
      if (System.nanoTime() > deadlineNs) throw new AssertionError(s"waited $seconds s in vain for: $awaited")
      Thread.sleep(10)
    }
  }
}
