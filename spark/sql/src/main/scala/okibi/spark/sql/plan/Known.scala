package okibi.spark.sql.plan

import okibi.spark.sql.prune.Conjuncts

import org.apache.spark.sql.catalyst.expressions.{Expression, InSet, Literal}
import org.apache.spark.sql.execution.{InSubqueryExec, ScalarSubquery}

/** What is known of the rows that a query wants, when its scan is about to run.
  *
  * @param everything for the driver's index; made when it is asked for
  * @param small      for the tasks, which are sent it: without long lists of keys
  */
private[plan] final class Known(everything: => Seq[Expression], val small: Seq[Expression]) {
  lazy val all: Seq[Expression] = everything
  def isEmpty: Boolean = small.isEmpty
}

private[plan] object Known {
  val nothing: Known = Known(Nil, Nil)

  def apply(everything: => Seq[Expression], small: Seq[Expression]): Known = new Known(everything, small)

  /** Subqueries have run by now, so that their results stand for them. Conjuncts after the first that is not deterministic are left
    * out: that one must be asked of every row that it was asked of before, or its random numbers go to other rows.
    */
  def predicates(filters: Seq[Expression], joinFilters: Seq[Expression]): Known = {
    val written = filters.flatMap(Conjuncts.of).takeWhile(_.deterministic).map(resolved)
    val joins = joinFilters.collect { case join: JoinFilter => join.predicates }
    Known(written ++ joins.flatMap(_.all), written ++ joins.flatMap(_.small))
  }

  private def resolved(filter: Expression): Expression = filter.transform {
    case scalar: ScalarSubquery => Literal.create(scalar.eval(null), scalar.dataType)
    case in: InSubqueryExec if in.plan.output.length == 1 && in.values().isDefined =>
      InSet(in.child, in.values().get.toSet)
  }
}
