package okibi.spark.python

import okibi.core.conf.TableConf
import okibi.spark.sql.plan.CheckedRule
import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, ColumnarToRowExec, SparkPlan}
import org.apache.spark.sql.execution.python.{EvalNode, MapNode, VectorMapExec}
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
  def replace(plan: SparkPlan): SparkPlan = EvalNode.withoutColumns(fed(plan))

  /** The plan whose functions get columns. */
  private def fed(plan: SparkPlan): SparkPlan = {
    val conf = SQLConf.get
    if (!SessionConf.read(conf, TableConf.python) || !VectorMapExec.isSupported(conf)) plan
    else
      plan.transformUp {
        case node @ MapNode(func, evalType, child) =>
          replaced(node, child)(TableMapExec(func, evalType, node.output, _, _, node.nodeName))
        case EvalNode(node, arguments) if arguments.forall(_.isInstanceOf[Attribute]) =>
          val columns = arguments.collect { case column: Attribute => column }
          replaced(node, node.child)((picked, scan) =>
            ColumnarToRowExec(TableEvalExec(node.udfs, node.evalType, columns, node.resultAttrs, picked, scan))
          )
      }
  }

  private def replaced(node: SparkPlan, input: SparkPlan)(make: (PickedColumns, SparkPlan) => SparkPlan): SparkPlan =
    PickedColumns.of(input).filter { case (picked, _) => isSmall(picked) }.fold(node) { case (picked, scan) =>
      val made = make(picked, scan)
      made.copyTagsFrom(node)
      made
    }

  /** Most values of a batch. Buffers are made for a whole batch at once, 16 bytes for the widest values. */
  private val mostValues = 4L << 20

  private def isSmall(picked: PickedColumns): Boolean =
    picked.input.size.toLong * SQLConf.get.arrowMaxRecordsPerBatch <= mostValues
}
