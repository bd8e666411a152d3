package org.apache.spark.sql.execution.python

import scala.jdk.CollectionConverters._

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.UnaryExecNode
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnVector, ColumnarBatch}

/** Spark's node for a function of `mapInArrow` or `mapInPandas`, whose input comes as vectors in place of rows. */
abstract class VectorMapExec extends UnaryExecNode with PythonSQLMetrics {

  /** The function, which is a [[PythonUDF]]. */
  def func: Expression

  /** The kind of the function, of Spark's `PythonEvalType`. */
  def evalType: Int

  /** The columns that the function gets. */
  protected def inputSchema: StructType

  /** For each partition one element: the batches that the function gets. */
  protected def vectors: RDD[VectorBatches]

  private[this] val caller = VectorCall.session(this, isOfRows = false)

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override protected def doExecute(): RDD[InternalRow] = {
    val function = func.asInstanceOf[PythonUDF]
    val call = VectorCall.ofBatches(function, evalType, inputSchema, caller, pythonMetrics)
    val (columns, promised) = (output, function.dataType)
    vectors.mapPartitions { batches =>
      val results = call.run(batches.next(), TaskContext.get()).map { batch =>
        VectorRunner.checkBatch(call.evalType, promised, batch.column(0).dataType)
        batch
      }
      VectorMapExec.rows(results, columns)
    }
  }
}

object VectorMapExec {

  /** Whether this version of Spark has what is called here, and vectors can be as the settings of the session want them.
    */
  def isSupported(conf: SQLConf): Boolean =
    conf.arrowMaxRecordsPerBatch > 0 && !conf.arrowUseLargeVarTypes && VectorRunner.allows(conf) &&
      VectorRunner.hasConstructors

  /** The function's results come as structs; the rows are their fields. */
  private def rows(results: Iterator[ColumnarBatch], output: Seq[Attribute]): Iterator[InternalRow] = {
    val project = UnsafeProjection.create(output, output)
    results
      .flatMap { batch =>
        val struct = batch.column(0).asInstanceOf[ArrowColumnVector]
        val fields = output.indices.map(struct.getChild(_): ColumnVector).toArray
        new ColumnarBatch(fields, batch.numRows).rowIterator.asScala
      }
      .map(project)
  }
}
