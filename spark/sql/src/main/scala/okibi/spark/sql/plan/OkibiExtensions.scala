package okibi.spark.sql.plan

import okibi.spark.sql.session.SessionConf

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}

/** Adds Okibi's rules to sessions. The plugin puts this class into `spark.sql.extensions`. */
final class OkibiExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    SessionConf.register()
    extensions.injectQueryStagePrepRule(_ => new CheckedRule[SparkPlan](ScanRule.name, ScanRule.prepare(_)))
    extensions.injectPreCBORule(_ => new CheckedRule[LogicalPlan](JoinBloomRule.name, JoinBloomRule(_)))
    extensions.injectColumnar(_ =>
      new ColumnarRule {
        // Runs before Spark decides where columns become rows, which depends on the scan.
        override val preColumnarTransitions: Rule[SparkPlan] = new CheckedRule[SparkPlan](ScanRule.name, ScanRule(_))

        // Runs last except for code generation, when the plan of each stage is complete.
        override val postColumnarTransitions: Rule[SparkPlan] = new CheckedRule[SparkPlan](StageRule.name, StageRule(_))
      }
    )
  }
}
