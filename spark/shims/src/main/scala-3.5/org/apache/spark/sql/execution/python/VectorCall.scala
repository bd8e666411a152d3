package org.apache.spark.sql.execution.python

import java.io.DataOutputStream

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.arrow.vector.ipc.ArrowStreamWriter
import org.apache.spark.{JobArtifactSet, TaskContext}
import org.apache.spark.api.python.{ChainedPythonFunctions, PythonEvalType, PythonFunction}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, PythonUDF}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{DataType, StructField, StructType}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Functions in Python with all that a task needs to call them.
  *
  * @param places of the arguments of each function among the columns of the input
  */
private[python] final case class VectorCall(
    functions: Seq[ChainedPythonFunctions],
    evalType: Int,
    places: Array[Array[Int]],
    input: StructType,
    timeZone: String,
    workerConf: Map[String, String],
    metrics: Map[String, SQLMetric],
    artifacts: VectorCall.Origin
) {

  /** Calls the functions for all batches. Spark writes to Python from a thread of its own. */
  def run(batches: VectorBatches, context: TaskContext): Iterator[ColumnarBatch] =
    new VectorRunner(this, batches, context).compute(Iterator.empty, context.partitionId(), context)
}

private[python] object VectorCall {

  /** The number of a job's set of artifacts. */
  type Origin = Option[String]

  def origin(plan: SparkPlan): Origin = JobArtifactSet.getCurrentJobArtifactState.map(_.uuid)

  /** Whether this version of Spark has the constructor that is called here. */
  def isSupported(conf: SQLConf): Boolean =
    classOf[ArrowPythonRunner].getConstructors.exists(_.getParameterCount == 9)

  /** Kinds of functions of which each call yields as many values as it gets. */
  val rowKinds: Set[Int] = Set(PythonEvalType.SQL_SCALAR_PANDAS_UDF, PythonEvalType.SQL_ARROW_BATCHED_UDF)

  /** A function that gets batches of structs, and yields such batches. */
  def ofBatches(
      func: PythonUDF,
      evalType: Int,
      input: StructType,
      origin: Origin,
      metrics: Map[String, SQLMetric],
      conf: SQLConf
  ): VectorCall = VectorCall(
    Seq(ChainedPythonFunctions(Seq(func.func))),
    evalType,
    Array(Array(0)),
    StructType(Array(StructField("struct", input))),
    conf.sessionLocalTimeZone,
    ArrowPythonRunner.getPythonRunnerConfMap(conf),
    metrics,
    origin
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
    udfs.map(udf => ChainedPythonFunctions(chain(udf))),
    evalType,
    udfs
      .map(
        EvalNode
          .innermost(_)
          .children
          .map(argument => columns.indexWhere(_.semanticEquals(EvalNode.value(argument))))
          .toArray
      )
      .toArray,
    input,
    conf.sessionLocalTimeZone,
    ArrowPythonRunner.getPythonRunnerConfMap(conf),
    metrics,
    origin
  )

  private def chain(udf: PythonUDF): Seq[PythonFunction] = udf.children match {
    case Seq(inner: PythonUDF) => chain(inner) :+ udf.func
    case _ => Seq(udf.func)
  }

  /** Fails as Spark does where values have other types than the functions promised. */
  def check(promised: Seq[DataType], results: ColumnarBatch): Unit = {
    val types = (0 until results.numCols()).map(results.column(_).dataType)
    assert(
      promised == types,
      s"Invalid schema from pandas_udf: expected ${promised.mkString(", ")}, got ${types.mkString(", ")}"
    )
  }
}

/** Spark's connection to a worker of Python, which sends vectors. */
private final class VectorRunner(call: VectorCall, batches: VectorBatches, task: TaskContext)
    extends ArrowPythonRunner(
      call.functions,
      call.evalType,
      call.places,
      call.input,
      call.timeZone,
      false,
      call.workerConf,
      call.metrics,
      call.artifacts
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
