package okibi.spark.sql.plan

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.slf4j.LoggerFactory

import scala.util.control.NonFatal

/** A rewrite of logical or physical plans that must not change the output of a plan. If it does, or throws, the plan
  * stays unchanged, and one warning names the rule. Thread-safe.
  *
  * @param ruleName the name for users
  * @param rewrite  the rule
  */
private[spark] final class CheckedRule[Plan <: QueryPlan[Plan]](override val ruleName: String, rewrite: Plan => Plan)
    extends Rule[Plan] {
  private val warned = new AtomicBoolean

  override def apply(plan: Plan): Plan =
    try {
      val result = rewrite(plan)
      if (CheckedRule.sameOutput(plan, result)) result
      else
        stepAside(
          plan,
          s"it would change the output ${CheckedRule.columns(plan)} to ${CheckedRule.columns(result)}"
        )
    } catch {
      case e @ (NonFatal(_) | _: LinkageError) => stepAside(plan, e.toString)
    }

  private def stepAside(plan: Plan, why: String): Plan = {
    if (warned.compareAndSet(false, true))
      CheckedRule.log.warn(
        s"Okibi: rule $ruleName steps aside: $why. The query runs without the rule. " +
          "This is a bug of Okibi, please report it."
      )
    plan
  }
}

private[spark] object CheckedRule {
  private val log = LoggerFactory.getLogger("okibi")

  private def columns(plan: QueryPlan[_]): String = plan.output.mkString("[", ", ", "]")

  /** Whether two plans have the same attributes, by name, type, nullability and id. */
  def sameOutput(before: QueryPlan[_], after: QueryPlan[_]): Boolean =
    (before eq after) || (before.schema == after.schema && before.output.map(_.exprId) == after.output.map(_.exprId))
}
