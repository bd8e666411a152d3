package okibi.core

import java.util.concurrent.CountDownLatch

object Threads {

  /** Runs the body in `count` threads at the same time, each with its number from 0 on, and waits for all of them. */
  def run(count: Int)(body: Int => Unit): Unit = {
    val start = new CountDownLatch(1)
    val threads = (0 until count).map { number =>
      val thread = new Thread(() => {
        start.await()
        body(number)
      })
      thread.start()
      thread
    }
    start.countDown()
    threads.foreach(_.join())
  }
}
