package okibi.spark.sql.prune

import org.apache.spark.sql.catalyst.expressions.{Expression, MonotonicallyIncreasingID, Rand, Randn, SparkPartitionID}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.window.WindowExecBase

/** Whether computing a partition of a plan again gives the same rows. A block that is lost is computed again, and what was
  * known of the old one must hold for the new one.
  */
private[prune] object Repeatability {

  /** @param determinism of the plan's RDD, by the name in RDD.getOutputDeterministicLevel */
  def of(plan: SparkPlan, determinism: String): Boolean = determinism match {
    case "DETERMINATE" => !exists(plan)(_.expressions.exists(_.exists(isErratic)))
    case "UNORDERED" => !exists(plan)(node => dependsOnOrder(node) || node.expressions.exists(!_.deterministic))
    case _ => false
  }

  /** Not the same twice even for the same rows in the same order. Those with a seed are. */
  private def isErratic(expression: Expression): Boolean = expression match {
    case _: Rand | _: Randn | _: MonotonicallyIncreasingID | _: SparkPartitionID => false
    case other => !other.deterministic && other.children.forall(_.deterministic)
  }

  /** Which rows these give, or with what values, depends on the order of those they are given. */
  private def dependsOnOrder(node: SparkPlan): Boolean = node match {
    case _: BaseLimitExec | _: CollectLimitExec | _: CollectTailExec | _: TakeOrderedAndProjectExec | _: SampleExec |
        _: WindowExecBase =>
      true
    case _ => false
  }

  private def exists(plan: SparkPlan)(condition: SparkPlan => Boolean): Boolean =
    plan.exists(node => condition(node) || (inside(node) ++ node.subqueries).exists(exists(_)(condition)))

  /** Plans that are not children: of adaptive execution as it began, and of tables that are cached themselves. */
  private def inside(node: SparkPlan): Seq[SparkPlan] = node match {
    case adaptive: AdaptiveSparkPlanExec => Seq(adaptive.initialPlan)
    case scan: InMemoryTableScanExec => Seq(scan.relation.cachedPlan)
    case _ => Nil
  }
}
