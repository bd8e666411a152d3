package org.apache.spark.sql.execution.python

import java.io.DataOutputStream

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.arrow.vector.ipc.ArrowStreamWriter
import org.apache.spark.TaskContext
import org.apache.spark.api.python.{BasePythonRunner, ChainedPythonFunctions}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.python.EvalPythonExec.ArgumentMetadata
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark 4, whose runners know names of arguments, and write to workers on the task's thread. */
private[python] trait NamedArgumentLine extends PythonLine {

  /** How many parameters the constructors have that [[runner]] calls. */
  protected def parameters: Int

  /** Spark's connection to a worker, which sends vectors. */
  protected def runner(
      call: VectorCall,
      source: VectorBatches
  ): BasePythonRunner[Iterator[InternalRow], ColumnarBatch] with VectorInput

  override final lazy val hasConstructors: Boolean =
    Seq(classOf[ArrowPythonRunner], classOf[ArrowPythonWithNamedArgumentRunner])
      .forall(_.getConstructors.exists(_.getParameterCount == parameters))

  /** Small batches take a count of bytes after each row. */
  override def allows(conf: SQLConf): Boolean = conf.arrowMaxBytesPerBatch >= NamedArgumentLine.fewestBytes

  override final def run(
      call: VectorCall,
      batches: VectorBatches,
      context: TaskContext
  ): Iterator[ColumnarBatch] = {
    val made = runner(call, batches)
    context.addTaskCompletionListener[Unit](_ => made.free())
    made.compute(Iterator.empty, context.partitionId(), context)
  }

  protected final def functions(call: VectorCall): Seq[(ChainedPythonFunctions, Long)] =
    call.functions.map(function => (function.chain, function.id))

  protected final def arguments(call: VectorCall): Array[Array[ArgumentMetadata]] =
    call.functions
      .map(_.arguments.map(argument => ArgumentMetadata(argument.place, argument.name)).toArray)
      .toArray
}

private object NamedArgumentLine {
  // A batch of a table, which is sent as a whole, may have half of it.
  private val fewestBytes = 64L << 20
}

/** What sends vectors to a worker of Python. */
private[python] trait VectorInput extends BasicPythonArrowInput { self: BasePythonRunner[Iterator[InternalRow], _] =>
  protected def batches: VectorBatches

  /** Sends the content of the root. */
  protected def send(writer: ArrowStreamWriter, dataOut: DataOutputStream): Unit

  /** Spark gives buffers back after the last batch alone, which a task that ends early never writes. */
  final def free(): Unit = root.close()

  override protected def writeNextBatchToArrowStream(
      root: VectorSchemaRoot,
      writer: ArrowStreamWriter,
      dataOut: DataOutputStream,
      none: Iterator[Iterator[InternalRow]]
  ): Boolean = {
    val hasNext = batches.hasNext
    if (hasNext) {
      val before = dataOut.size()
      batches.load(root)
      send(writer, dataOut)
      root.clear()
      pythonMetrics("pythonDataSent") += dataOut.size() - before
    } else close()
    hasNext
  }
}
