package org.apache.spark.sql.execution.python

import org.apache.arrow.vector.ValueVector
import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.UnaryExecNode
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnVector, ColumnarBatch}

/** Spark's node for functions in Python that yield a value for each row, whose input comes as vectors in place of rows. It
  * yields vectors.
  */
abstract class VectorEvalExec extends UnaryExecNode with PythonSQLMetrics {
  def udfs: Seq[PythonUDF]
  def resultAttrs: Seq[Attribute]

  /** The kind of the functions, of Spark's `PythonEvalType`. */
  def evalType: Int

  /** What the functions get, each once: columns of the input. */
  def arguments: Seq[Attribute]

  /** For each partition one element: the batches that the functions get. */
  protected def vectors: RDD[KeptBatches]

  private[this] val caller = VectorCall.session(this, isOfRows = true)

  override def supportsColumnar: Boolean = true

  override protected def doExecute(): RDD[InternalRow] =
    throw new UnsupportedOperationException(s"$nodeName yields vectors; a node above makes rows of them.")

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] = {
    val call = VectorCall.ofRows(udfs, evalType, arguments, caller, pythonMetrics)
    val types = resultAttrs.map(_.dataType)
    vectors.mapPartitions { partition =>
      val batches = partition.next()
      call.run(batches, TaskContext.get()).map { results =>
        VectorRunner.checkRows(types, (0 until results.numCols).map(results.column(_).dataType))
        VectorEvalExec.joined(batches.take(), results)
      }
    }
  }
}

object VectorEvalExec {

  /** Columns with the names that Spark gives the arguments of functions. */
  def schema(columns: Seq[Attribute]): StructType =
    StructType(columns.zipWithIndex.map { case (column, i) => StructField(s"_$i", column.dataType) })

  private def joined(kept: ColumnarBatch, results: ColumnarBatch): ColumnarBatch = {
    def columns(batch: ColumnarBatch): Array[ColumnVector] = Array.tabulate(batch.numCols)(batch.column)
    val lent = columns(results).map {
      case arrow: ArrowColumnVector => new LentVector(arrow.getValueVector)
      case other => other
    }
    if (kept.numRows != results.numRows)
      throw new IllegalStateException(
        s"Functions in Python yielded ${results.numRows} values for ${kept.numRows} rows. " +
          "Set spark.okibi.tables.python.enabled=false, and please report it as a bug of Okibi."
      )
    new ColumnarBatch(columns(kept) ++ lent, kept.numRows)
  }
}

/** A vector that its owner fills again for the next batch. Nodes above close what they have read, after which a vector of
  * structs would have no fields.
  */
private final class LentVector(vector: ValueVector) extends ArrowColumnVector(vector) {
  override def close(): Unit = ()
}
