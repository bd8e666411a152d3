package okibi.spark.sql.arrow

import org.apache.spark.sql.vectorized.ColumnarBatch

/** Gathers the rows of a scan of a cached table into buffers of Arrow's layout. Small batches, of which filters left few
  * rows, become one. For one thread.
  *
  * @param columns  which columns of the scan are wanted, by their places, in the order of the result
  * @param forms    of these columns
  * @param source   what the scan yields
  * @param mostRows of a batch of the result
  */
final class BatchFiller(columns: Array[Int], forms: Array[ArrowForm], source: Iterator[ColumnarBatch], mostRows: Int) {
  private var current: ColumnarBatch = _
  private var used = 0
  private var nanos = 0L

  /** Whether there is a row that was not copied. It may read the next batch of the scan. */
  def hasRows: Boolean = {
    while ((current == null || used == current.numRows) && source.hasNext) {
      current = source.next()
      used = 0
    }
    current != null && used < current.numRows
  }

  /** The next rows: all that is left, `mostRows` rows or some megabytes. Buffers are the caller's to release. */
  def fill[Buffer](buffers: Buffers[Buffer]): FilledBatch[Buffer] = {
    val fillers = forms.map(ColumnFiller[Buffer](_, buffers, mostRows))
    var rows = 0
    nanos = 0
    while (rows < mostRows && bytesOf(fillers) < BatchFiller.EnoughBytes && hasRows) {
      val taken = math.min(mostRows - rows, current.numRows - used)
      val start = System.nanoTime()
      var i = 0
      while (i < fillers.length) {
        fillers(i).append(current.column(columns(i)), used, taken)
        i += 1
      }
      nanos += System.nanoTime() - start
      rows += taken
      used += taken
    }
    new FilledBatch(rows, fillers)
  }

  /** How long the last `fill` copied, without the time to read batches. */
  def copyingNanos: Long = nanos

  private def bytesOf(fillers: Array[_ <: ColumnFiller[_]]): Long = {
    var bytes = 0L
    var i = 0
    while (i < fillers.length) {
      bytes += fillers(i).bytes
      i += 1
    }
    bytes
  }
}

/** @param rows    of the batch
  * @param columns their filled buffers
  */
final class FilledBatch[Buffer](val rows: Int, val columns: Array[ColumnFiller[Buffer]])

private object BatchFiller {

  /** A batch of at least this many bytes is not filled up with rows of the next one. */
  private val EnoughBytes = 4L << 20
}
