package org.apache.spark.sql.execution.python

import java.io.DataOutputStream

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.arrow.vector.ipc.ArrowStreamWriter
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark 3.5, which writes to workers on a thread of its own. */
private[python] object VectorRunner extends PythonLine {
  override val hasConstructors: Boolean =
    classOf[ArrowPythonRunner].getConstructors.exists(_.getParameterCount == 9)

  override def allows(conf: SQLConf): Boolean = true

  override def profiler(conf: SQLConf, isOfRows: Boolean): Option[String] = None

  override def run(call: VectorCall, batches: VectorBatches, context: TaskContext): Iterator[ColumnarBatch] =
    new VectorRunner(call, batches, context).compute(Iterator.empty, context.partitionId(), context)

  override def checkRows(promised: Seq[DataType], returned: Seq[DataType]): Unit = assert(
    promised == returned,
    s"Invalid schema from pandas_udf: expected ${promised.mkString(", ")}, got ${returned.mkString(", ")}"
  )
}

/** Spark's connection to a worker of Python, which sends vectors. */
private final class VectorRunner(call: VectorCall, batches: VectorBatches, task: TaskContext)
    extends ArrowPythonRunner(
      call.functions.map(_.chain),
      call.evalType,
      call.places,
      call.input,
      call.session.timeZone,
      false,
      call.session.workerConf,
      call.metrics,
      call.session.artifacts
    ) {
  override protected def writeIteratorToArrowStream(
      root: VectorSchemaRoot,
      writer: ArrowStreamWriter,
      dataOut: DataOutputStream,
      none: Iterator[Iterator[InternalRow]]
  ): Unit =
    // This thread may outlive the task, whose columns are gone then.
    while (!task.isCompleted() && !task.isInterrupted() && batches.hasNext) {
      val before = dataOut.size()
      batches.load(root)
      writer.writeBatch()
      root.clear()
      pythonMetrics("pythonDataSent") += dataOut.size() - before
    }
}
