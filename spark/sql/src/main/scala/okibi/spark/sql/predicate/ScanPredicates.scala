package okibi.spark.sql.predicate

import org.apache.spark.sql.catalyst.expressions.{Expression, InSet, Literal}
import org.apache.spark.sql.execution.{InSubqueryExec, ScalarSubquery}

/** The conjuncts that the rows of a scan must satisfy, as they are known when the scan is about to run. Made on the
  * driver, once for each run. The pruning of partitions, the pruning of batches and the row filter share the conjuncts,
  * so that each predicate is split and parsed once. Thread-safe.
  *
  * @param ofIndex  for the driver's index; evaluated once, on first use
  * @param forTasks what tasks receive: without long lists of keys
  */
private[sql] final class ScanPredicates(ofIndex: => Seq[Conjunct], val forTasks: Seq[Conjunct]) {

  /** For the driver's index. */
  lazy val forIndex: Seq[Conjunct] = ofIndex

  def isEmpty: Boolean = forTasks.isEmpty
}

private[sql] object ScanPredicates {
  val none: ScanPredicates = new ScanPredicates(Nil, Nil)

  /** All conjuncts of several, in order. */
  def all(several: Seq[ScanPredicates]): ScanPredicates =
    new ScanPredicates(several.flatMap(_.forIndex), several.flatMap(_.forTasks))

  /** The conjuncts of filters above a scan. Subqueries must have run: their results take their places. The first
    * conjunct that is not deterministic and all conjuncts after it are left out: Spark must evaluate it for the same
    * rows as before, or its random numbers go to other rows.
    */
  def of(filters: Seq[Expression]): ScanPredicates = {
    val conjuncts =
      filters.flatMap(Conjunct.parts).takeWhile(_.deterministic).map(filter => new Conjunct(resolved(filter)))
    new ScanPredicates(conjuncts, conjuncts)
  }

  private def resolved(filter: Expression): Expression = filter.transform {
    case scalar: ScalarSubquery => Literal.create(scalar.eval(null), scalar.dataType)
    case in: InSubqueryExec if in.plan.output.length == 1 && in.values().isDefined =>
      InSet(in.child, in.values().get.toSet)
  }
}
