package okibi.spark.sql.table

import java.lang.ref.SoftReference
import java.util

import org.apache.spark.sql.types.DataType

/** Writers that wait for a task with the same columns. They hold a few megabytes of the heap each, which nobody counts. So only
  * some are kept, none when the heap is short, and none a few seconds after they were last needed. Thread-safe.
  *
  * @param nowMillis a clock that never goes back
  * @param later     does something so many milliseconds later
  */
private[table] final class WriterPool(nowMillis: () => Long, later: (Long, () => Unit) => Unit) {
  import WriterPool._

  private val idle = new util.ArrayDeque[Idle]
  private var isWatched = false

  /** @param mostRows of a batch */
  def borrow(types: Seq[DataType], mostRows: Int): BatchWriter = {
    val writer = Option(find(types)).getOrElse(new BatchWriter(types))
    writer.begin(mostRows)
    writer
  }

  def giveBack(writer: BatchWriter): Unit = idle.synchronized {
    if (idle.size >= most) idle.pollFirst()
    idle.addLast(new Idle(new SoftReference(writer), nowMillis()))
    watch()
  }

  /** Writers that wait. */
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

  /** Those that were given back first are first. */
  private def watch(): Unit = if (!isWatched && !idle.isEmpty) {
    isWatched = true
    later(idle.peekFirst().sinceMillis + KeptMillis - nowMillis(), () => dropOld())
  }

  private def dropOld(): Unit = idle.synchronized {
    isWatched = false
    while (!idle.isEmpty && nowMillis() - idle.peekFirst().sinceMillis >= KeptMillis) idle.pollFirst()
    watch()
  }
}

private[table] object WriterPool {

  /** How long a writer waits: between two tasks of a job hardly any time passes. */
  val KeptMillis = 5000L

  private val most = math.max(4, Runtime.getRuntime.availableProcessors * 2)

  private final class Idle(val writer: SoftReference[BatchWriter], val sinceMillis: Long)

  /** That of this JVM. */
  val shared = new WriterPool(() => System.nanoTime / 1000000, (millis, work) => DelayedWork.run(millis)(work()))
}
