package okibi.spark.sql.table

import java.lang.ref.SoftReference
import java.util

import org.apache.spark.sql.types.DataType

/** Writers that wait for a task with the same columns. They hold a few megabytes each, so only some are kept, and none when
  * the heap is short. Thread-safe.
  */
private[table] object WriterPool {
  private val idle = new util.ArrayDeque[SoftReference[BatchWriter]]
  private val most = math.max(4, Runtime.getRuntime.availableProcessors * 2)

  /** @param mostRows of a batch */
  def borrow(types: Seq[DataType], mostRows: Int): BatchWriter = {
    val writer = Option(find(types)).getOrElse(new BatchWriter(types))
    writer.begin(mostRows)
    writer
  }

  def giveBack(writer: BatchWriter): Unit = idle.synchronized {
    if (idle.size >= most) idle.pollFirst()
    idle.addLast(new SoftReference(writer))
  }

  private def find(types: Seq[DataType]): BatchWriter = idle.synchronized {
    val waiting = idle.descendingIterator()
    var found: BatchWriter = null
    while (found == null && waiting.hasNext) {
      val writer = waiting.next().get
      if (writer == null) waiting.remove()
      else if (writer.types == types) {
        waiting.remove()
        found = writer
      }
    }
    found
  }
}
