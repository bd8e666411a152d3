package okibi.spark.sql.plan

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.catalyst.rules.Rule
import org.slf4j.LoggerFactory

import scala.util.control.NonFatal

/** A rewrite of plans, logical or physical, that must leave a plan's output as it is. When it does not, or fails, the plan stays what it was,
  * and one warning says which rule stepped aside.
  *
  * @param ruleName its name for users
  * @param rewrite  the rule
  */
private[plan] final class CheckedRule[Plan <: QueryPlan[Plan]](override val ruleName: String, rewrite: Plan => Plan)
    extends Rule[Plan] {
  private val warned = new AtomicBoolean

  override def apply(plan: Plan): Plan =
    try {
      val result = rewrite(plan)
      if (CheckedRule.sameOutput(plan, result)) result
      else
        stepAside(
          plan,
          s"it would change the output ${plan.output.mkString("[", ", ", "]")} to ${result.output.mkString("[", ", ", "]")}"
        )
    } catch {
      case e @ (NonFatal(_) | _: LinkageError) => stepAside(plan, e.toString)
    }

  private def stepAside(plan: Plan, why: String): Plan = {
    if (warned.compareAndSet(false, true))
      CheckedRule.log.warn(
        s"Okibi: rule $ruleName steps aside: $why. The query runs as without it. This is a bug of Okibi, please report it."
      )
    plan
  }
}

private[plan] object CheckedRule {
  private val log = LoggerFactory.getLogger("okibi")

  /** The same attributes: name, type, nullability and identity. */
  def sameOutput(before: QueryPlan[_], after: QueryPlan[_]): Boolean =
    (before eq after) || (before.schema == after.schema && before.output.map(_.exprId) == after.output.map(_.exprId))
}
