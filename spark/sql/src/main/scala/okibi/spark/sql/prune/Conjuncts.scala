package okibi.spark.sql.prune

import org.apache.spark.sql.catalyst.expressions.{And, Expression}

private[sql] object Conjuncts {

  /** The predicates that a predicate is the conjunction of. */
  def of(predicate: Expression): Seq[Expression] = predicate match {
    case And(left, right) => of(left) ++ of(right)
    case other => Seq(other)
  }
}
