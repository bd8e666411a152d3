package okibi.spark.sql.rowfilter

import okibi.spark.sql.column.{StringVector, TableVector, WholeVector}

import org.apache.spark.sql.catalyst.expressions.{Expression, GenericInternalRow}
import org.apache.spark.sql.vectorized.ColumnarBatch

import scala.util.control.NonFatal

/** One conjunct over one batch after the other, a chunk of rows at a time. For one task. */
private[rowfilter] abstract class Kernel {

  /** The rows that follow are of this batch. */
  def begin(batch: ColumnarBatch): Unit

  /** Moves those of the first `count` rows that may satisfy the conjunct to the front, in order.
    *
    * @return how many they are
    */
  def keep(rows: Array[Int], count: Int): Int
}

private[rowfilter] object Kernel {

  /** Rows at a time: what a kernel decodes stays in the first cache. */
  val Chunk: Int = 1024

  def dropNulls(vector: TableVector, rows: Array[Int], count: Int): Int =
    if (!vector.hasNull) count
    else {
      var left = 0
      var i = 0
      while (i < count) {
        val row = rows(i)
        rows(left) = row
        if (!vector.isNullAt(row)) left += 1
        i += 1
      }
      left
    }
}

private[rowfilter] final class NotNullKernel(column: Int) extends Kernel {
  private var vector: TableVector = _

  override def begin(batch: ColumnarBatch): Unit = vector = batch.column(column).asInstanceOf[TableVector]

  override def keep(rows: Array[Int], count: Int): Int = Kernel.dropNulls(vector, rows, count)
}

/** Whole numbers from `low` to `high`. */
private[rowfilter] final class RangeKernel(column: Int, low: Long, high: Long) extends Kernel {
  private val values = new Array[Long](Kernel.Chunk)
  private var vector: WholeVector = _

  override def begin(batch: ColumnarBatch): Unit = vector = batch.column(column).asInstanceOf[WholeVector]

  override def keep(rows: Array[Int], count: Int): Int = {
    val present = Kernel.dropNulls(vector, rows, count)
    vector.wholes(rows, present, values)
    inRange(rows, present)
  }

  private def inRange(rows: Array[Int], count: Int): Int = {
    val (decoded, from, to) = (values, low, high)
    var left = 0
    var i = 0
    while (i < count) {
      val value = decoded(i)
      rows(left) = rows(i)
      if (value >= from && value <= to) left += 1
      i += 1
    }
    left
  }
}

/** Whole numbers that are in a set. */
private[rowfilter] final class KeysKernel(column: Int, keys: KeySet) extends Kernel {
  private val values = new Array[Long](Kernel.Chunk)
  private var vector: WholeVector = _

  override def begin(batch: ColumnarBatch): Unit = vector = batch.column(column).asInstanceOf[WholeVector]

  override def keep(rows: Array[Int], count: Int): Int = {
    val present = Kernel.dropNulls(vector, rows, count)
    vector.wholes(rows, present, values)
    keys.keep(values, rows, present)
  }
}

/** Two columns of whole numbers of one type, one less than, or equal to, the other. */
private[rowfilter] final class OrderKernel(left: Int, right: Int, order: Order) extends Kernel {
  private val leftValues = new Array[Long](Kernel.Chunk)
  private val rightValues = new Array[Long](Kernel.Chunk)
  private var leftVector: WholeVector = _
  private var rightVector: WholeVector = _

  override def begin(batch: ColumnarBatch): Unit = {
    leftVector = batch.column(left).asInstanceOf[WholeVector]
    rightVector = batch.column(right).asInstanceOf[WholeVector]
  }

  override def keep(rows: Array[Int], count: Int): Int = {
    val present = Kernel.dropNulls(rightVector, rows, Kernel.dropNulls(leftVector, rows, count))
    leftVector.wholes(rows, present, leftValues)
    rightVector.wholes(rows, present, rightValues)
    order match {
      case Order.Less => less(rows, present)
      case Order.LessOrEqual => lessOrEqual(rows, present)
      case Order.Equal => equal(rows, present)
    }
  }

  private def less(rows: Array[Int], count: Int): Int = {
    var kept = 0
    var i = 0
    while (i < count) {
      rows(kept) = rows(i)
      if (leftValues(i) < rightValues(i)) kept += 1
      i += 1
    }
    kept
  }

  private def lessOrEqual(rows: Array[Int], count: Int): Int = {
    var kept = 0
    var i = 0
    while (i < count) {
      rows(kept) = rows(i)
      if (leftValues(i) <= rightValues(i)) kept += 1
      i += 1
    }
    kept
  }

  private def equal(rows: Array[Int], count: Int): Int = {
    var kept = 0
    var i = 0
    while (i < count) {
      rows(kept) = rows(i)
      if (leftValues(i) == rightValues(i)) kept += 1
      i += 1
    }
    kept
  }
}

/** Any expression over one column of strings, evaluated once for each string of a dictionary. Where strings have no
  * dictionary, all rows pass: Spark's filter would evaluate it again for those that stay.
  *
  * @param test the expression, bound to the first column of a row
  */
private[rowfilter] final class StringKernel(column: Int, test: Expression) extends Kernel {
  private val codes = new Array[Int](Kernel.Chunk)
  private val row = new GenericInternalRow(1)
  private val nullPasses = passes(null)
  private var vector: StringVector = _

  // For each code: not known yet, passes, fails.
  private var outcomes = new Array[Byte](0)

  override def begin(batch: ColumnarBatch): Unit = {
    vector = batch.column(column).asInstanceOf[StringVector]
    val size = vector.dictionarySize
    if (outcomes.length < size) outcomes = new Array[Byte](size) else java.util.Arrays.fill(outcomes, 0, size, 0.toByte)
  }

  override def keep(rows: Array[Int], count: Int): Int =
    if (vector.dictionarySize == 0) count
    else {
      val present = if (nullPasses) count else Kernel.dropNulls(vector, rows, count)
      vector.codes(rows, present, codes)
      var kept = 0
      var i = 0
      while (i < present) {
        val of = rows(i)
        rows(kept) = of
        val outcome = outcomes(codes(i))
        if (if (outcome == 0) learn(codes(i)) else outcome == 1) kept += 1
        else if (nullPasses && vector.isNullAt(of)) kept += 1
        i += 1
      }
      kept
    }

  private def learn(code: Int): Boolean = {
    val passed = passes(vector.entry(code))
    outcomes(code) = if (passed) 1 else 2
    passed
  }

  /** What fails here passes: Spark's filter fails too if it gets that far. */
  private def passes(value: Any): Boolean =
    try {
      row.update(0, value)
      test.eval(row) == true
    } catch {
      case NonFatal(_) => true
    }
}
