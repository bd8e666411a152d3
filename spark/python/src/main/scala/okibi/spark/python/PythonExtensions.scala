package okibi.spark.python

import okibi.core.conf.TableConf
import okibi.spark.sql.plan.CheckedRule
import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{
  ColumnarRule,
  ColumnarToRowExec,
  ColumnarToRowTransition,
  RowToColumnarTransition,
  SparkPlan
}
import org.apache.spark.sql.execution.python.{ArrowEvalPythonExec, EvalNode, MapNode, VectorMapExec}
import org.apache.spark.sql.internal.SQLConf

/** Adds the way from columns of cached tables to functions in Python to sessions. The plugin puts this class into
  * `spark.sql.extensions`.
  */
final class PythonExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectColumnar(_ =>
      new ColumnarRule {
        override val postColumnarTransitions: Rule[SparkPlan] =
          new CheckedRule[SparkPlan]("okibi.tables.python", PythonExtensions.replace(_))
      }
    )
}

private[python] object PythonExtensions {
  def replace(plan: SparkPlan): SparkPlan = {
    lazy val feeds = {
      val conf = SQLConf.get
      SessionConf.read(conf, TableConf.python) && VectorMapExec.isSupported(conf)
    }
    replace(plan, asColumns = false, feeds)
  }

  /** @param asColumns whether the node above takes columns of this one */
  private def replace(plan: SparkPlan, asColumns: Boolean, feeds: => Boolean): SparkPlan = {
    val takesColumns = plan match {
      case _: ColumnarToRowTransition => true
      case _: RowToColumnarTransition => false
      case node => asColumns && node.supportsColumnar
    }
    plan.mapChildren(replace(_, takesColumns, feeds)) match {
      case node if asColumns => node
      case node @ MapNode(func, evalType, child) if feeds =>
        fed(child)((picked, scan) =>
          TableMapExec(
            picked.overColumns(func),
            evalType,
            node.output,
            picked.input,
            picked.columns,
            picked.conditions,
            SQLConf.get.arrowMaxRecordsPerBatch,
            scan,
            node.nodeName
          )
        ).getOrElse(node)
      case EvalNode(node, arguments) if feeds =>
        fed(node.child)((picked, scan) =>
          ColumnarToRowExec(
            TableEvalExec(
              node.udfs.map(picked.overColumns),
              node.evalType,
              arguments.map(picked.overColumns[Attribute]).distinct,
              node.resultAttrs,
              picked.input,
              picked.columns,
              picked.conditions,
              SQLConf.get.arrowMaxRecordsPerBatch,
              scan
            )
          )
        ).getOrElse(EvalNode.withoutColumns(node))
      case node: ArrowEvalPythonExec => EvalNode.withoutColumns(node)
      case node => node
    }
  }

  /** A node that gets columns in place of one that gets the rows of `input`, if these are rows of a table. */
  private def fed(input: SparkPlan)(make: (PickedColumns, SparkPlan) => SparkPlan): Option[SparkPlan] =
    PickedColumns.of(input).collect {
      case (picked, scan) if picked.input.size.toLong * SQLConf.get.arrowMaxRecordsPerBatch <= mostValues =>
        make(picked, scan)
    }

  /** Most values of a batch. Buffers are made for a whole batch at once, 16 bytes for the widest values. */
  private val mostValues = 4L << 20
}
