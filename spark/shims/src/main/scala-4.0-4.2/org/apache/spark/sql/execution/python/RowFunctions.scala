package org.apache.spark.sql.execution.python

import org.apache.spark.api.python.{ChainedPythonFunctions, PythonFunction}
import org.apache.spark.sql.catalyst.expressions.{Attribute, NamedArgumentExpression, PythonUDF}
import org.apache.spark.sql.execution.python.EvalPythonExec.ArgumentMetadata

/** Functions in Python that yield a value for each row, as Spark's runners take them. */
private[python] object RowFunctions {
  def functions(udfs: Seq[PythonUDF]): Seq[(ChainedPythonFunctions, Long)] =
    udfs.map(udf => (ChainedPythonFunctions(chain(udf)), udf.resultId.id))

  private def chain(udf: PythonUDF): Seq[PythonFunction] = udf.children match {
    case Seq(inner: PythonUDF) => chain(inner) :+ udf.func
    case _ => Seq(udf.func)
  }

  /** Where the arguments of each function stand among columns. */
  def arguments(udfs: Seq[PythonUDF], columns: Seq[Attribute]): Array[Array[ArgumentMetadata]] =
    udfs.map { udf =>
      EvalNode
        .innermost(udf)
        .children
        .map { argument =>
          val name = Option(argument).collect { case NamedArgumentExpression(name, _) => name }
          ArgumentMetadata(columns.indexWhere(_.semanticEquals(EvalNode.value(argument))), name)
        }
        .toArray
    }.toArray
}
