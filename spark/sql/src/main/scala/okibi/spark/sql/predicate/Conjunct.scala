package okibi.spark.sql.predicate

import org.apache.spark.sql.catalyst.expressions.{And, Expression}

/** One of the predicates that a filter is the conjunction of. Readers that evaluate the predicate use the expression,
  * readers that reason about it use the parsed form. Belongs to the driver: tasks receive what the readers make of it.
  * Thread-safe.
  */
private[sql] final class Conjunct(val expression: Expression) {

  /** What Okibi understands of the expression; parsed once, on first use. */
  lazy val parsed: ParsedPredicate = PredicateParser.parse(expression)
}

private[sql] object Conjunct {

  /** Splits predicates at their ANDs, in order. */
  def split(predicates: Seq[Expression]): Seq[Conjunct] = predicates.flatMap(parts).map(new Conjunct(_))

  private[predicate] def parts(predicate: Expression): Seq[Expression] = predicate match {
    case And(left, right) => parts(left) ++ parts(right)
    case other => Seq(other)
  }
}
