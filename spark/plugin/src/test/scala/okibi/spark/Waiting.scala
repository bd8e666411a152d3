package okibi.spark

/** Waits for what other threads and processes do, and leaves the processors to them. */
object Waiting {

  /** @throws AssertionError when `condition` does not hold in time */
  def until(what: => String, seconds: Int)(condition: => Boolean): Unit = {
    val deadline = System.nanoTime() + seconds * 1000000000L
    while (!condition) {
      if (System.nanoTime() > deadline) throw new AssertionError(s"$what did not happen within $seconds s")
      Thread.sleep(10)
    }
  }
}
