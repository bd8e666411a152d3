package org.apache.spark.sql.execution.python

import java.io.DataOutputStream

import org.apache.arrow.vector.ipc.ArrowStreamWriter
import org.apache.spark.api.python.BasePythonRunner
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark 4.0. */
private[python] object VectorRunner extends NamedArgumentLine {
  override protected val parameters: Int = 10

  /** This line profiles no functions of batches. */
  override def profiler(conf: SQLConf, isOfRows: Boolean): Option[String] =
    if (isOfRows) conf.pythonUDFProfiler else None

  override def checkRows(promised: Seq[DataType], returned: Seq[DataType]): Unit =
    if (!DataType.equalsIgnoreCompatibleCollation(promised, returned))
      throw new AssertionError(
        s"Invalid schema from arrow-enabled Python UDTF: expected ${promised.mkString(", ")}, got ${returned.mkString(", ")}"
      )

  override protected def runner(
      call: VectorCall,
      source: VectorBatches
  ): BasePythonRunner[Iterator[InternalRow], ColumnarBatch] with VectorInput =
    if (call.isOfRows)
      new ArrowPythonWithNamedArgumentRunner(
        functions(call),
        call.evalType,
        arguments(call),
        call.input,
        call.session.timeZone,
        false,
        call.session.workerConf,
        call.metrics,
        call.session.artifacts,
        call.session.profiler
      ) with PlainInput { override protected val batches: VectorBatches = source }
    else
      new ArrowPythonRunner(
        functions(call),
        call.evalType,
        call.places,
        call.input,
        call.session.timeZone,
        false,
        call.session.workerConf,
        call.metrics,
        call.session.artifacts,
        call.session.profiler
      ) with PlainInput { override protected val batches: VectorBatches = source }
}

/** Sends vectors as they are. */
private trait PlainInput extends VectorInput { self: BasePythonRunner[Iterator[InternalRow], _] =>
  override protected def send(writer: ArrowStreamWriter, dataOut: DataOutputStream): Unit = writer.writeBatch()
}
