package okibi.bench.job

import java.io.{InputStream, PrintStream}
import java.util.concurrent.Semaphore

/** When the timed phases of a job may run: the runner gives each its turn, so that children which are alive at the same
  * time never work at the same time.
  */
trait Turns {

  /** Waits until the next phase may run. */
  def begin(): Unit

  def end(phase: String, seconds: Double): Unit
}

object Turns {

  /** Nobody to wait for. */
  val free: Turns = new Turns {
    override def begin(): Unit = ()
    override def end(phase: String, seconds: Double): Unit = ()
  }

  /** The line by which a child says that it waits for a turn, and what begins the one that ends it. The JVM may print lines of
    * its own, to standard output too, so these are like no other.
    */
  val ready = "okibi-bench: ready"
  val done = "okibi-bench: done"

  /** The child's end of the line to its runner: a byte that comes in is a turn, a line that goes out tells of it. The child
    * ends when the runner does, whose end of standard input is then closed.
    */
  final class FromParent(in: InputStream, out: PrintStream) extends Turns {
    private val permits = new Semaphore(0)
    private val watch = new Thread(() => { while (in.read() >= 0) permits.release(); Runtime.getRuntime.halt(1) }, "okibi-bench-parent-watch")
    watch.setDaemon(true)
    watch.start()

    override def begin(): Unit = {
      say(ready)
      permits.acquire()
    }

    override def end(phase: String, seconds: Double): Unit = say(s"$done $phase $seconds")

    private def say(line: String): Unit = {
      out.println(line)
      out.flush()
    }
  }
}
