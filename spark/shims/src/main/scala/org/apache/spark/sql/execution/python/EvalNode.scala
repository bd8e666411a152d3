package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.catalyst.expressions.{Attribute, PythonUDF}
import org.apache.spark.sql.execution.{ColumnarToRowExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.types.UserDefinedType

/** Spark's node for functions in Python that yield a value for each row and get batches of Arrow. */
object EvalNode {

  /** The node and what the functions get, each once; nothing for other nodes, for functions without arguments or of
    * computed values, for types of users, and for functions of which a call may yield more or fewer values than it gets.
    */
  def unapply(plan: SparkPlan): Option[(ArrowEvalPythonExec, Seq[Attribute])] = plan match {
    case node: ArrowEvalPythonExec if VectorRunner.rowKinds(node.evalType) && !node.udfs.exists(yieldsTypeOfUser) =>
      val got = node.udfs.map(VectorFunction.innermost(_).children)
      val values = got.flatten.map(VectorFunction.value).distinct
      val columns = values.collect { case column: Attribute => column }
      if (got.exists(_.isEmpty) || columns.size < values.size) None else Some((node, columns))
    case _ => None
  }

  /** Spark's node with rows for input, where it would hang with columns of a cached table; else the node. Since Spark 4.2
    * the node takes columns, and sends Arrow-optimised functions in a form that workers of that version do not understand.
    */
  def withoutColumns(node: ArrowEvalPythonExec): ArrowEvalPythonExec =
    if (node.supportsColumnar && node.evalType == PythonEvalType.SQL_ARROW_BATCHED_UDF && isOfTable(node.child))
      node.copy(child = ColumnarToRowExec(node.child))
    else node

  private def isOfTable(plan: SparkPlan): Boolean = plan match {
    case stage: TableCacheQueryStageExec => isOfTable(stage.plan)
    case inner: ArrowEvalPythonExec => isOfTable(inner.child)
    case other => other.isInstanceOf[InMemoryTableScanExec]
  }

  private def yieldsTypeOfUser(function: PythonUDF): Boolean =
    function.dataType.existsRecursively(_.isInstanceOf[UserDefinedType[_]])
}
