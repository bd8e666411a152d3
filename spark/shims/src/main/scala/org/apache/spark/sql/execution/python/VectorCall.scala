package org.apache.spark.sql.execution.python

import org.apache.spark.{JobArtifactSet, TaskContext}
import org.apache.spark.api.python.{ChainedPythonFunctions, PythonFunction}
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, NamedArgumentExpression, PythonUDF}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Functions in Python with all that a task needs to call them.
  *
  * @param evalType the kind of the functions, of Spark's `PythonEvalType`
  * @param isOfRows whether the functions yield a value for each row; else there is one, which gets batches of structs, and
  *                 yields such batches
  * @param input    the columns that are sent
  * @param session  that the query was planned in
  */
private[python] final case class VectorCall(
    functions: Seq[VectorFunction],
    evalType: Int,
    isOfRows: Boolean,
    input: StructType,
    session: VectorCall.Session,
    metrics: Map[String, SQLMetric]
) {

  /** Calls the functions for all batches. */
  def run(batches: VectorBatches, context: TaskContext): Iterator[ColumnarBatch] =
    VectorRunner.run(this, batches, context)

  /** Where the arguments of each function stand in the input. */
  def places: Array[Array[Int]] = functions.map(_.arguments.map(_.place).toArray).toArray
}

/** @param chain functions of which each gets what the one before yields
  * @param id    of the results
  */
private[python] final case class VectorFunction(
    chain: ChainedPythonFunctions,
    id: Long,
    arguments: Seq[VectorFunction.Argument]
)

private[python] object VectorFunction {

  /** @param place in the input
    * @param name  that the argument is given by
    */
  final case class Argument(place: Int, name: Option[String])

  /** A function that yields a value for each row.
    *
    * @param columns of the input
    */
  def ofRows(udf: PythonUDF, columns: Seq[Attribute]): VectorFunction = {
    val arguments = innermost(udf).children.map { argument =>
      val name = Option(argument).collect { case NamedArgumentExpression(name, _) => name }
      Argument(columns.indexWhere(_.semanticEquals(value(argument))), name)
    }
    VectorFunction(ChainedPythonFunctions(chain(udf)), udf.resultId.id, arguments)
  }

  private def chain(udf: PythonUDF): Seq[PythonFunction] = udf.children match {
    case Seq(inner: PythonUDF) => chain(inner) :+ udf.func
    case _ => Seq(udf.func)
  }

  /** Of a function that gets what another function yields, that other one; else the function. */
  def innermost(function: PythonUDF): PythonUDF = function.children match {
    case Seq(inner: PythonUDF) => innermost(inner)
    case _ => function
  }

  /** An argument without the name that it is given by. */
  def value(argument: Expression): Expression = argument match {
    case NamedArgumentExpression(_, value) => value
    case plain => plain
  }
}

private[python] object VectorCall {

  /** What calls need of a session.
    *
    * @param artifacts  name of the job's artifacts
    * @param logs       name of the session where what workers log is kept
    * @param workerConf settings of workers
    */
  final case class Session(
      artifacts: Option[String],
      logs: Option[String],
      timeZone: String,
      workerConf: Map[String, String],
      profiler: Option[String]
  )

  /** The session of a node at this moment. Nodes ask when they are made, while the query is planned, as Spark's nodes do.
    */
  def session(plan: SparkPlan, isOfRows: Boolean): Session = {
    val conf = plan.conf
    Session(
      JobArtifactSet.getCurrentJobArtifactState.map(_.uuid),
      VectorRunner.session(plan),
      conf.sessionLocalTimeZone,
      ArrowPythonRunner.getPythonRunnerConfMap(conf),
      VectorRunner.profiler(conf, isOfRows)
    )
  }

  def ofBatches(
      func: PythonUDF,
      evalType: Int,
      input: StructType,
      session: Session,
      metrics: Map[String, SQLMetric]
  ): VectorCall = {
    val whole = Seq(VectorFunction.Argument(0, None))
    val function = VectorFunction(ChainedPythonFunctions(Seq(func.func)), func.resultId.id, whole)
    val struct = StructType(Seq(StructField("struct", input)))
    VectorCall(Seq(function), evalType, isOfRows = false, struct, session, metrics)
  }

  /** @param columns of the input */
  def ofRows(
      udfs: Seq[PythonUDF],
      evalType: Int,
      columns: Seq[Attribute],
      session: Session,
      metrics: Map[String, SQLMetric]
  ): VectorCall = {
    val functions = udfs.map(VectorFunction.ofRows(_, columns))
    VectorCall(functions, evalType, isOfRows = true, VectorEvalExec.schema(columns), session, metrics)
  }
}
