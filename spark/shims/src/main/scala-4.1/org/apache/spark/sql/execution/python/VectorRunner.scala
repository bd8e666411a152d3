package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.BasePythonRunner
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark 4.1. */
private[python] object VectorRunner extends CheckedLine {
  override protected val parameters: Int = 11

  override def profiler(conf: SQLConf, isOfRows: Boolean): Option[String] = conf.pythonUDFProfiler

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
        call.session.logs,
        call.session.profiler
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
        call.session.logs,
        call.session.profiler
      ) with CompressedInput { override protected val batches: VectorBatches = source }
}
