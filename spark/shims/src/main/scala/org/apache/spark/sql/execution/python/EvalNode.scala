package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.catalyst.expressions.{Expression, NamedArgumentExpression, PythonUDF}
import org.apache.spark.sql.execution.{ColumnarToRowExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.types.UserDefinedType

/** Spark's node for functions in Python that yield a value for each row and get batches of Arrow. */
object EvalNode {

  /** The node and what the functions get; nothing for other nodes, for functions without arguments, for types of users, and
    * for functions of which a call may yield more or fewer values than it gets.
    */
  def unapply(plan: SparkPlan): Option[(ArrowEvalPythonExec, Seq[Expression])] = plan match {
    case node: ArrowEvalPythonExec if VectorCall.rowKinds(node.evalType) && !node.udfs.exists(yieldsTypeOfUser) =>
      val got = node.udfs.map(innermost(_).children)
      if (got.exists(_.isEmpty)) None else Some((node, got.flatten.map(value).distinct))
    case _ => None
  }

  /** Spark's node with rows for input, where it would hang with columns of a cached table. Since Spark 4.2 the node takes
    * columns, and sends Arrow-optimised functions in a form that workers of that version do not understand.
    */
  def withoutColumns(plan: SparkPlan): SparkPlan = plan.transformUp {
    case node: ArrowEvalPythonExec
        if node.supportsColumnar && node.evalType == PythonEvalType.SQL_ARROW_BATCHED_UDF && isOfTable(node.child) =>
      node.copy(child = ColumnarToRowExec(node.child))
  }

  private def isOfTable(plan: SparkPlan): Boolean = plan match {
    case stage: TableCacheQueryStageExec => isOfTable(stage.plan)
    case inner: ArrowEvalPythonExec => isOfTable(inner.child)
    case other => other.isInstanceOf[InMemoryTableScanExec]
  }

  private def yieldsTypeOfUser(function: PythonUDF): Boolean =
    function.dataType.existsRecursively(_.isInstanceOf[UserDefinedType[_]])

  /** Of a function that gets what another function yields, that other one; else the function. */
  private[python] def innermost(function: PythonUDF): PythonUDF = function.children match {
    case Seq(inner: PythonUDF) => innermost(inner)
    case _ => function
  }

  /** An argument without the name that it is got. */
  private[python] def value(argument: Expression): Expression = argument match {
    case NamedArgumentExpression(_, value) => value
    case plain => plain
  }
}
