package okibi.spark.sql.prune

import org.apache.spark.sql.catalyst.expressions.{Expression, MonotonicallyIncreasingID, Rand, Randn, SparkPartitionID}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.window.WindowExecBase

/** Tells whether computing a partition of a plan again gives the same rows. A lost block is computed again, and what
  * was known of the old block must hold for the new one.
  */
private[prune] object Repeatability {

  /** @param determinism of the plan's RDD: a name of RDD.getOutputDeterministicLevel */
  def of(plan: SparkPlan, determinism: String): Boolean = determinism match {
    case "DETERMINATE" => !exists(plan)(_.expressions.exists(_.exists(isErratic)))
    case "UNORDERED" => !exists(plan)(node => dependsOnOrder(node) || node.expressions.exists(!_.deterministic))
    case _ => false
  }

  /** Whether an expression may differ the second time even for the same rows in the same order. Expressions with a seed
    * do not.
    */
  private def isErratic(expression: Expression): Boolean = expression match {
    case _: Rand | _: Randn | _: MonotonicallyIncreasingID | _: SparkPartitionID => false
    case other => !other.deterministic && other.children.forall(_.deterministic)
  }

  /** Whether the rows or values that a node gives depend on the order of its input. */
  private def dependsOnOrder(node: SparkPlan): Boolean = node match {
    case _: BaseLimitExec | _: CollectLimitExec | _: CollectTailExec | _: TakeOrderedAndProjectExec | _: SampleExec |
        _: WindowExecBase =>
      true
    case _ => false
  }

  private def exists(plan: SparkPlan)(condition: SparkPlan => Boolean): Boolean =
    plan.exists(node => condition(node) || (inside(node) ++ node.subqueries).exists(exists(_)(condition)))

  /** Plans inside a node that are not its children: the initial plan of adaptive execution, and the plan of a cached
    * table.
    */
  private def inside(node: SparkPlan): Seq[SparkPlan] = node match {
    case adaptive: AdaptiveSparkPlanExec => Seq(adaptive.initialPlan)
    case scan: InMemoryTableScanExec => Seq(scan.relation.cachedPlan)
    case _ => Nil
  }
}
