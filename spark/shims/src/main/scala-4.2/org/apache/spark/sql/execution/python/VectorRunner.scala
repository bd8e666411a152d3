package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.BasePythonRunner
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark 4.2. */
private[python] object VectorRunner extends CheckedLine {
  override protected val parameters: Int = 10

  /** The profiler is one of the worker's settings. */
  override def profiler(conf: SQLConf, isOfRows: Boolean): Option[String] = None

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
        call.session.logs
      ) with CompressedInput { override protected val batches: VectorBatches = source }
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
        call.session.logs
      ) with CompressedInput { override protected val batches: VectorBatches = source }
}
