package okibi.bench.protocol

import java.io.{InputStream, PrintStream}
import java.util.concurrent.Semaphore

/** Says when the timed phases of a job may run. The runner gives each phase its turn, so that children that are alive
  * at the same time never work at the same time.
  */
trait Turns {

  /** Waits until the next phase may run.
    *
    * @return false when the runner wants no more of several runs; true before every phase of a run
    */
  def begin(): Boolean

  def end(phase: String, seconds: Double): Unit
}

object Turns {

  /** Turns of a job that waits for no other child. */
  val free: Turns = new Turns {
    override def begin(): Boolean = true
    override def end(phase: String, seconds: Double): Unit = ()
  }

  /** The lines by which a child says that it waits for a turn, and that a turn has ended (followed by phase and
    * seconds). The JVM may print lines of its own to standard output, so these lines resemble no other.
    */
  val ready = "okibi-bench: ready"
  val done = "okibi-bench: done"

  /** The bytes by which the runner gives a turn, and says that there are no more turns. */
  val next: Int = '\n'
  val over: Int = '.'

  /** The child's end of the protocol with its runner. Each byte that comes in gives a turn or ends them; each line that
    * goes out reports on a turn. The child ends when the runner ends, which closes the child's standard input.
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
