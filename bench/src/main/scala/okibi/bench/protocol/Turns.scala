package okibi.bench.protocol

import java.io.{InputStream, PrintStream}
import java.util.concurrent.Semaphore

/** When the timed phases of a job may run: the runner gives each its turn, so that children which are alive at the same
  * time never work at the same time.
  */
trait Turns {

  /** Waits until the next phase may run.
    *
    * @return false when the runner wants no more of several runs; a phase of a run is always wanted
    */
  def begin(): Boolean

  def end(phase: String, seconds: Double): Unit
}

object Turns {

  /** Nobody to wait for. */
  val free: Turns = new Turns {
    override def begin(): Boolean = true
    override def end(phase: String, seconds: Double): Unit = ()
  }

  /** The line by which a child says that it waits for a turn, and what begins the one that ends it. The JVM may print lines of
    * its own, to standard output too, so these are like no other.
    */
  val ready = "okibi-bench: ready"
  val done = "okibi-bench: done"

  /** The bytes by which the runner gives a turn, and says that there are no more. */
  val next: Int = '\n'
  val over: Int = '.'

  /** The child's end of the line to its runner: a byte that comes in is a turn or the end of them, a line that goes out tells of it. The child
    * ends when the runner does, whose end of standard input is then closed.
    */
  final class FromParent(in: InputStream, out: PrintStream) extends Turns {
    private val permits = new Semaphore(0)
    @volatile private var isOver = false
    private val watch = new Thread(() => listen(), "okibi-bench-parent-watch")
    watch.setDaemon(true)
    watch.start()

    override def begin(): Boolean = {
      say(ready)
      permits.acquire()
      !isOver
    }

    private def listen(): Unit = {
      var word = in.read()
      while (word >= 0) {
        if (word == over) isOver = true
        permits.release()
        word = in.read()
      }
      Runtime.getRuntime.halt(1)
    }

    override def end(phase: String, seconds: Double): Unit = say(s"$done $phase $seconds")

    private def say(line: String): Unit = {
      out.println(line)
      out.flush()
    }
  }
}
