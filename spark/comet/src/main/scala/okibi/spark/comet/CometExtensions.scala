package okibi.spark.comet

import okibi.spark.sql.plan.CheckedRule

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.comet.CometSparkToColumnarExec
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}

/** Adds the way from cached tables to Comet's native operators to sessions. The plugin puts this class into
  * `spark.sql.extensions` where Comet is one of the plugins and has what the classes of this package use.
  */
final class CometExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectColumnar(_ =>
      new ColumnarRule {
        // After Comet's rules, in whichever order the extensions stand.
        override val postColumnarTransitions: Rule[SparkPlan] =
          new CheckedRule[SparkPlan]("okibi.tables.comet", CometExtensions.replace(_))
      }
    )
}

private[comet] object CometExtensions {
  def replace(plan: SparkPlan): SparkPlan = plan.transformUp {
    case conversion: CometSparkToColumnarExec if !conversion.isInstanceOf[TableToArrowExec] =>
      TableScans.forms(conversion.child).fold[SparkPlan](conversion)(new TableToArrowExec(conversion.child, _))
  }
}
