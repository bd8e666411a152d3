package okibi.spark.sql.table

import java.lang.ref.SoftReference
import java.util

import org.apache.spark.sql.types.DataType

/** Keeps idle writers for tasks with the same columns. Each writer holds a few megabytes of the heap, which no memory
  * manager counts. So the pool keeps few writers, none when the heap is short, and none that was idle for five seconds.
  * Thread-safe.
  *
  * @param nowMs a clock that never goes back
  * @param later runs work after a delay in milliseconds
  */
private[table] final class WriterPool(nowMs: () => Long, later: (Long, () => Unit) => Unit) {
  import WriterPool._

  private val idle = new util.ArrayDeque[Idle]
  private var isWatched = false

  /** An idle writer, or a new one.
    *
    * @param maxRows the largest number of rows of a batch
    */
  def borrow(types: Seq[DataType], maxRows: Int): BatchWriter = {
    val writer = Option(find(types)).getOrElse(new BatchWriter(types))
    writer.begin(maxRows)
    writer
  }

  def giveBack(writer: BatchWriter): Unit = idle.synchronized {
    if (idle.size >= maxIdle) idle.pollFirst()
    idle.addLast(new Idle(new SoftReference(writer), nowMs()))
    watch()
  }

  /** The number of idle writers. */
  def size: Int = idle.synchronized(idle.size)

  private def find(types: Seq[DataType]): BatchWriter = idle.synchronized {
    val waiting = idle.descendingIterator()
    var found: BatchWriter = null
    while (found == null && waiting.hasNext) {
      val writer = waiting.next().writer.get
      if (writer == null) waiting.remove()
      else if (writer.types == types) {
        waiting.remove()
        found = writer
      }
    }
    found
  }

  /** Plans to drop the writer that is idle for the longest time, which is the first. */
  private def watch(): Unit = if (!isWatched && !idle.isEmpty) {
    isWatched = true
    later(idle.peekFirst().sinceMs + KeptMs - nowMs(), () => dropOld())
  }

  private def dropOld(): Unit = idle.synchronized {
    isWatched = false
    while (!idle.isEmpty && nowMs() - idle.peekFirst().sinceMs >= KeptMs) idle.pollFirst()
    watch()
  }
}

private[table] object WriterPool {

  /** The time for which an idle writer is kept. Between two tasks of a job hardly any time passes. */
  val KeptMs = 5000L

  private val maxIdle = math.max(4, Runtime.getRuntime.availableProcessors * 2)

  private final class Idle(val writer: SoftReference[BatchWriter], val sinceMs: Long)

  /** The pool of this JVM. */
  val shared = new WriterPool(() => System.nanoTime / 1000000, (delayMs, work) => DelayedWork.run(delayMs)(work()))
}
