package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.PythonEvalType
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.SparkPlan

/** Spark's nodes for functions of `mapInArrow` and `mapInPandas`. */
object MapNode {

  /** The function, the kind of the function, and the input; nothing for other nodes, and where all tasks must start at
    * once or need resources of their own.
    */
  def unapply(plan: SparkPlan): Option[(Expression, Int, SparkPlan)] = plan match {
    case MapInArrowExec(func, _, child, false, None) => Some((func, PythonEvalType.SQL_MAP_ARROW_ITER_UDF, child))
    case MapInPandasExec(func, _, child, false, None) => Some((func, PythonEvalType.SQL_MAP_PANDAS_ITER_UDF, child))
    case _ => None
  }
}
