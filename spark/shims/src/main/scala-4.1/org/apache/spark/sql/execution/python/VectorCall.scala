package org.apache.spark.sql.execution.python

import java.io.DataOutputStream
import java.nio.channels.Channels

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.arrow.vector.ipc.{ArrowStreamWriter, WriteChannel}
import org.apache.arrow.vector.ipc.message.MessageSerializer
import org.apache.spark.{JobArtifactSet, TaskContext}
import org.apache.spark.api.python.{BasePythonRunner, ChainedPythonFunctions, PythonEvalType}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, PythonUDF}
import org.apache.spark.sql.errors.QueryExecutionErrors
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.python.EvalPythonExec.ArgumentMetadata
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{DataType, StructField, StructType}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Functions in Python with all that a task needs to call them.
  *
  * @param arguments where the arguments of each function stand in the input, for functions that yield a value for each
  *                  row; nothing for a function of batches
  * @param result    what a function of batches yields
  */
private[python] final case class VectorCall(
    functions: Seq[(ChainedPythonFunctions, Long)],
    evalType: Int,
    arguments: Option[Array[Array[ArgumentMetadata]]],
    input: StructType,
    result: Option[DataType],
    timeZone: String,
    workerConf: Map[String, String],
    metrics: Map[String, SQLMetric],
    origin: VectorCall.Origin,
    profiler: Option[String]
) {

  /** Calls the functions for all batches. */
  def run(source: VectorBatches, context: TaskContext): Iterator[ColumnarBatch] = {
    val runner = arguments.fold[BasePythonRunner[Iterator[InternalRow], ColumnarBatch] with VectorInput](
      new ArrowPythonRunner(
        functions,
        evalType,
        Array(Array(0)),
        input,
        timeZone,
        false,
        workerConf,
        metrics,
        origin.artifacts,
        origin.session,
        profiler
      ) with VectorInput { override protected val batches: VectorBatches = source }
    )(places =>
      new ArrowPythonWithNamedArgumentRunner(
        functions,
        evalType,
        places,
        input,
        timeZone,
        false,
        workerConf,
        metrics,
        origin.artifacts,
        origin.session,
        profiler
      ) with VectorInput { override protected val batches: VectorBatches = source }
    )
    context.addTaskCompletionListener[Unit](_ => runner.free())
    runner.compute(Iterator.empty, context.partitionId(), context).map(checked)
  }

  /** What a function of batches returns must have the columns that it promised (SPARK-51739). */
  private def checked(batch: ColumnarBatch): ColumnarBatch = {
    result.foreach { promised =>
      val returned = batch.column(0).dataType
      if (SQLConf.get.pysparkArrowValidateSchema && !DataType.equalsIgnoreCompatibleNullability(returned, promised))
        throw QueryExecutionErrors.arrowDataTypeMismatchError(
          PythonEvalType.toString(evalType),
          Seq(promised),
          Seq(returned)
        )
    }
    batch
  }
}

private[python] object VectorCall {

  /** Names of a job's artifacts, and of the session where what workers log is kept. */
  final case class Origin(artifacts: Option[String], session: Option[String])

  def origin(plan: SparkPlan): Origin = Origin(
    JobArtifactSet.getCurrentJobArtifactState.map(_.uuid),
    Option(plan.session).filter(_.sessionState.conf.pythonWorkerLoggingEnabled).map(_.sessionUUID)
  )

  /** Whether this version of Spark has the constructors that are called here, and the user wants no small batches, which
    * take a count of bytes after each row.
    */
  def isSupported(conf: SQLConf): Boolean = conf.arrowMaxBytesPerBatch >= fewestBytes &&
    Seq(classOf[ArrowPythonRunner], classOf[ArrowPythonWithNamedArgumentRunner])
      .forall(_.getConstructors.exists(_.getParameterCount == 11))

  private val fewestBytes = 16L << 20

  /** Kinds of functions of which each call yields as many values as it gets. */
  val rowKinds: Set[Int] =
    Set(PythonEvalType.SQL_SCALAR_PANDAS_UDF, PythonEvalType.SQL_SCALAR_ARROW_UDF, PythonEvalType.SQL_ARROW_BATCHED_UDF)

  /** A function that gets batches of structs, and yields such batches. */
  def ofBatches(
      func: PythonUDF,
      evalType: Int,
      input: StructType,
      origin: Origin,
      metrics: Map[String, SQLMetric],
      conf: SQLConf
  ): VectorCall = VectorCall(
    Seq((ChainedPythonFunctions(Seq(func.func)), func.resultId.id)),
    evalType,
    None,
    StructType(Array(StructField("struct", input))),
    Some(func.dataType),
    conf.sessionLocalTimeZone,
    ArrowPythonRunner.getPythonRunnerConfMap(conf),
    metrics,
    origin,
    conf.pythonUDFProfiler
  )

  /** Functions that yield a value for each row.
    *
    * @param columns of the input
    */
  def ofRows(
      udfs: Seq[PythonUDF],
      evalType: Int,
      columns: Seq[Attribute],
      input: StructType,
      origin: Origin,
      metrics: Map[String, SQLMetric],
      conf: SQLConf
  ): VectorCall = VectorCall(
    RowFunctions.functions(udfs),
    evalType,
    Some(RowFunctions.arguments(udfs, columns)),
    input,
    None,
    conf.sessionLocalTimeZone,
    ArrowPythonRunner.getPythonRunnerConfMap(conf),
    metrics,
    origin,
    conf.pythonUDFProfiler
  )

  /** Fails as Spark does where values have other types than the functions promised. */
  def check(promised: Seq[DataType], results: ColumnarBatch): Unit = {
    val types = (0 until results.numCols()).map(results.column(_).dataType)
    if (!DataType.equalsIgnoreCompatibleCollation(promised, types))
      throw QueryExecutionErrors.arrowDataTypeMismatchError("pandas_udf()", promised, types)
  }
}

/** What sends vectors to a worker of Python. */
private trait VectorInput extends BasicPythonArrowInput { self: BasePythonRunner[Iterator[InternalRow], _] =>
  protected def batches: VectorBatches

  /** Spark gives buffers back after the last batch alone, which a task that ends early never writes. */
  def free(): Unit = root.close()

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
      val batch = unloader.getRecordBatch()
      try MessageSerializer.serialize(new WriteChannel(Channels.newChannel(dataOut)), batch)
      finally batch.close()
      root.clear()
      pythonMetrics("pythonDataSent") += dataOut.size() - before
    } else close()
    hasNext
  }
}
