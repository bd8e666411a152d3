package okibi.spark.sql.rowfilter

import okibi.spark.sql.column.{StringVector, TableVector, WholeVector}
import okibi.spark.sql.predicate.{ColumnPairOperator, ComparisonOperator}

import org.apache.spark.sql.catalyst.expressions.{Expression, GenericInternalRow}
import org.apache.spark.sql.vectorized.ColumnarBatch

import scala.util.control.NonFatal

/** Tests one conjunct for batch after batch, one chunk of rows at a time. For one task. */
private[rowfilter] abstract class Kernel {

  /** Starts a batch: the next calls of `keep` pass its rows. */
  def begin(batch: ColumnarBatch): Unit

  /** Moves the rows that may satisfy the conjunct to the front, in order.
    *
    * @param count of the rows to test, which are the first ones of the array
    * @return the number of rows that were moved to the front
    */
  def keep(rows: Array[Int], count: Int): Int

  /** A kernel that passes a larger share of its rows than this costs more than it saves. */
  def mostPassedShare: Double = 0.95
}

private[rowfilter] object Kernel {

  /** Rows of a chunk. The values that a kernel decodes for a chunk fit in the first-level cache of the processor. */
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

/** Keeps whole numbers from `low` to `high`, both included. */
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

/** Keeps whole numbers that are in a set. */
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

/** Compares two columns of whole numbers of one type. */
private[rowfilter] final class ColumnPairKernel(left: Int, operator: ColumnPairOperator, right: Int) extends Kernel {
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
    operator match {
      case ComparisonOperator.Less => less(rows, present)
      case ComparisonOperator.LessOrEqual => lessOrEqual(rows, present)
      case ComparisonOperator.Equal => equal(rows, present)
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

/** Evaluates any expression over one column of strings, once for each string of a dictionary. Where a batch has no
  * dictionary, all rows pass: Spark's filter would evaluate the expression again for the rows that stay.
  *
  * @param test the expression, bound to the first column of a row
  */
private[rowfilter] final class StringKernel(column: Int, test: Expression) extends Kernel {
  private val codes = new Array[Int](Kernel.Chunk)
  private val argument = new GenericInternalRow(1)
  private val nullPasses = passes(null)
  private var vector: StringVector = _
  private var isWorthwhile = false

  // For each code: 0 if not evaluated yet, 1 if the string passes, 2 if it fails.
  private var outcomes = new Array[Byte](0)

  /** Spark's filter tests the strings of the rows that are left once more. */
  override def mostPassedShare: Double = 0.5

  override def begin(batch: ColumnarBatch): Unit = {
    vector = batch.column(column).asInstanceOf[StringVector]
    val size = vector.dictionarySize
    isWorthwhile = size > 0 && size <= batch.numRows / StringKernel.LeastRowsPerString
    if (outcomes.length < size) outcomes = new Array[Byte](size) else java.util.Arrays.fill(outcomes, 0, size, 0.toByte)
  }

  override def keep(rows: Array[Int], count: Int): Int =
    if (!isWorthwhile) count
    else {
      val present = if (nullPasses) count else Kernel.dropNulls(vector, rows, count)
      vector.codes(rows, present, codes)
      var kept = 0
      var i = 0
      while (i < present) {
        val row = rows(i)
        rows(kept) = row
        val outcome = outcomes(codes(i))
        if (if (outcome == 0) evaluate(codes(i)) else outcome == 1) kept += 1
        else if (nullPasses && vector.isNullAt(row)) kept += 1
        i += 1
      }
      kept
    }

  private def evaluate(code: Int): Boolean = {
    val passed = passes(vector.entry(code))
    outcomes(code) = if (passed) 1 else 2
    passed
  }

  /** A string for which the expression throws passes: Spark's filter throws too if it evaluates the row. */
  private def passes(value: Any): Boolean =
    try {
      argument.update(0, value)
      test.eval(argument) == true
    } catch {
      case NonFatal(_) => true
    }
}

private object StringKernel {

  /** Rows for each string of the dictionary, from which on it pays to test the strings: that is done by an interpreted
    * expression, and for rows by compiled code.
    */
  private val LeastRowsPerString = 16
}
