package okibi.spark.sql.rowfilter

import java.util

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.vectorized.ColumnarBatch

/** Drops the rows of a batch that a scan's predicates cannot keep, column after column and before Spark makes rows of them:
  * the other columns of such rows are never touched. Spark's own filter stays above the scan, so that passing a row too many
  * is harmless.
  *
  * A kernel that hardly drops anything sleeps, and is tried again later, since data are often clustered. For one task.
  */
private[sql] final class RowFilter(conjuncts: Seq[Conjunct]) {
  private val kernels = conjuncts.map(conjunct => new RowFilter.Watched(conjunct.kernel)).toArray
  private val chunk = new Array[Int](Kernel.Chunk)
  private var picked = new Array[Int](1 << 12)
  private var awake = kernels.clone()
  private var batches = 0

  /** Leaves the rows in the batch that may satisfy all conjuncts. */
  def apply(batch: ColumnarBatch): Unit = {
    if (batches % RowFilter.Retry == 0) wake()
    batches += 1
    if (awake.length > 0 && batch.numRows > 0 && batch.column(0).isInstanceOf[TableVector]) filter(batch)
  }

  private def filter(batch: ColumnarBatch): Unit = {
    val total = batch.numRows
    awake.foreach(_.kernel.begin(batch))
    var kept = 0
    var start = 0
    while (start < total) {
      val count = math.min(Kernel.Chunk, total - start)
      val left = keep(start, count)
      if (kept + left > picked.length) picked = util.Arrays.copyOf(picked, math.max(kept + left, picked.length * 2))
      System.arraycopy(chunk, 0, picked, kept, left)
      kept += left
      start += count
    }
    settle()
    if (kept <= total * RowFilter.Worthwhile) {
      val rows = util.Arrays.copyOf(picked, kept)
      var column = 0
      while (column < batch.numCols) {
        batch.column(column).asInstanceOf[TableVector].pick(rows)
        column += 1
      }
      batch.setNumRows(kept)
    }
  }

  private def keep(start: Int, count: Int): Int = {
    var i = 0
    while (i < count) {
      chunk(i) = start + i
      i += 1
    }
    var left = count
    i = 0
    while (i < awake.length && left > 0) {
      left = awake(i).keep(chunk, left)
      i += 1
    }
    left
  }

  /** The kernel that drops most comes first; those that drop next to nothing sleep. */
  private def settle(): Unit = {
    if (awake.exists(_.passRate > RowFilter.Sleepy)) awake = awake.filter(_.passRate <= RowFilter.Sleepy)
    if (awake.length > 1) util.Arrays.sort(awake, RowFilter.byPassRate)
  }

  private def wake(): Unit = {
    kernels.foreach(_.forget())
    awake = kernels.clone()
  }
}

private[sql] object RowFilter {

  /** A batch that keeps more of its rows than this is passed on whole: reading around the gaps would cost more. */
  private val Worthwhile = 0.9
  private val Sleepy = 0.95

  /** Batches until sleeping kernels are tried again. */
  private val Retry = 64

  private val byPassRate: util.Comparator[Watched] = (a, b) => java.lang.Double.compare(a.passRate, b.passRate)

  /** A kernel, and how much it lets pass. */
  private final class Watched(val kernel: Kernel) {
    private var seen = 0L
    private var passed = 0L

    def keep(rows: Array[Int], count: Int): Int = {
      val left = kernel.keep(rows, count)
      seen += count
      passed += left
      left
    }

    def passRate: Double = if (seen == 0) 0.0 else passed.toDouble / seen

    def forget(): Unit = {
      seen = 0L
      passed = 0L
    }
  }
}
