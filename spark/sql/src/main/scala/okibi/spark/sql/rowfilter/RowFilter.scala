package okibi.spark.sql.rowfilter

import java.util

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.vectorized.ColumnarBatch

/** Drops rows of a batch that cannot satisfy a scan's predicates, column by column, before Spark makes rows of them.
  * The other columns of such rows are never read. Spark's own filter stays above the scan, so it is harmless to pass a
  * row that does not match.
  *
  * A kernel that drops few rows sleeps for some batches. It is tried again later, because data are often clustered. For
  * one task.
  */
private[sql] final class RowFilter(specs: Seq[KernelSpec]) {
  private val kernels = specs.map(spec => new RowFilter.MeasuredKernel(spec.kernel)).toArray
  private val chunk = new Array[Int](Kernel.Chunk)
  private var picked = new Array[Int](1 << 12)
  private var awake = kernels.clone()
  private var batches = 0

  /** Removes from the batch the rows that cannot satisfy all conjuncts. */
  def apply(batch: ColumnarBatch): Unit = {
    if (batches % RowFilter.RetryBatches == 0) wake()
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
    if (kept <= total * RowFilter.MostKeptShare) TableVector.pick(batch, util.Arrays.copyOf(picked, kept))
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

  /** Puts the kernel first that drops the most rows, and lets the kernels sleep that drop next to none. */
  private def settle(): Unit = {
    if (awake.exists(!_.isWorthwhile)) awake = awake.filter(_.isWorthwhile)
    if (awake.length > 1) util.Arrays.sort(awake, RowFilter.byPassRate)
  }

  private def wake(): Unit = {
    kernels.foreach(_.forget())
    awake = kernels.clone()
  }
}

private[sql] object RowFilter {

  /** A batch that keeps a larger share of its rows than this is passed on whole: reading around the gaps would cost
    * more.
    */
  private val MostKeptShare = 0.9

  /** Batches after which all sleeping kernels are tried again. */
  private val RetryBatches = 64

  private val byPassRate: util.Comparator[MeasuredKernel] = (a, b) => java.lang.Double.compare(a.passRate, b.passRate)

  /** A kernel, and the share of rows that it lets pass. */
  private final class MeasuredKernel(val kernel: Kernel) {
    private var tested = 0L
    private var passed = 0L

    def keep(rows: Array[Int], count: Int): Int = {
      val left = kernel.keep(rows, count)
      tested += count
      passed += left
      left
    }

    def passRate: Double = if (tested == 0) 0.0 else passed.toDouble / tested

    def isWorthwhile: Boolean = passRate <= kernel.mostPassedShare

    def forget(): Unit = {
      tested = 0L
      passed = 0L
    }
  }
}
