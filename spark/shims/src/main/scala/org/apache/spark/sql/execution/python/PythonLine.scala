package org.apache.spark.sql.execution.python

import org.apache.spark.TaskContext
import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.ColumnarBatch

/** What differs by line of Spark in calls of functions in Python. Each line has one object, `VectorRunner`. */
private[python] trait PythonLine {

  /** Whether this version of Spark has the constructors that are called. */
  def hasConstructors: Boolean

  /** Whether the user's settings allow batches that are filled in bulk. */
  def allows(conf: SQLConf): Boolean

  /** Kinds of functions of which each call yields as many values as it gets. */
  def rowKinds: Set[Int] = Set(PythonEvalType.SQL_SCALAR_PANDAS_UDF, PythonEvalType.SQL_ARROW_BATCHED_UDF)

  /** The name of a session in which what workers log is kept. */
  def session(plan: SparkPlan): Option[String] = None

  def profiler(conf: SQLConf, isOfRows: Boolean): Option[String]

  def run(call: VectorCall, batches: VectorBatches, context: TaskContext): Iterator[ColumnarBatch]

  /** Fails as Spark does where a function of batches returns other columns than it promised. */
  def checkBatch(evalType: Int, promised: DataType, returned: DataType): Unit = ()

  /** Fails as Spark does where values have other types than the functions promised. */
  def checkRows(promised: Seq[DataType], returned: Seq[DataType]): Unit
}
