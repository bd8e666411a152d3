package okibi.spark.python

import okibi.core.conf.TableConf
import okibi.spark.sql.plan.CheckedRule
import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, ColumnarToRowExec, SparkPlan}
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
    plan.transformUp {
      case node @ MapNode(func, evalType, child) if feeds =>
        fed(child)(TableMapExec(func, evalType, node.output, _, _, node.nodeName)).getOrElse(node)
      case EvalNode(node, arguments) if feeds =>
        fed(node.child)((picked, scan) =>
          ColumnarToRowExec(TableEvalExec(node.udfs, node.evalType, arguments, node.resultAttrs, picked, scan))
        ).getOrElse(EvalNode.withoutColumns(node))
      case node: ArrowEvalPythonExec => EvalNode.withoutColumns(node)
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
