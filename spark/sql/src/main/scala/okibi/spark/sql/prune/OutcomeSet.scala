package okibi.spark.sql.prune

/** The outcomes that a predicate may have for the rows of a partition or batch: a set of true, false and null, as three
  * bits of an Int. The set may hold too many outcomes, never too few: if it lacks `True`, no row satisfies the
  * predicate.
  *
  * The bits above the three hold the number of the [[PruneRule]] that ruled an outcome out, for the report.
  */
private[prune] object OutcomeSet {
  final val True = 1
  final val False = 2
  final val Null = 4
  final val Any = True | False | Null

  private final val ruleShift = 3

  def of(outcomes: Int, rule: PruneRule): Int = outcomes | (rule.number << ruleShift)

  def mayBeTrue(outcomes: Int): Boolean = (outcomes & True) != 0

  def rule(outcomes: Int): PruneRule = PruneRule.all(outcomes >> ruleShift)

  def not(a: Int): Int =
    (a & ~(True | False)) | ((a & True) << 1) | ((a & False) >> 1)

  def and(a: Int, b: Int): Int = {
    val isTrue = a & b & True
    val isFalse = (a | b) & False
    val isNull = if (((a | b) & Null) != 0 && (a & (True | Null)) != 0 && (b & (True | Null)) != 0) Null else 0
    isTrue | isFalse | isNull | ruleOf(if (mayBeTrue(a)) b else a)
  }

  def or(a: Int, b: Int): Int = not(and(not(a), not(b)))

  private def ruleOf(a: Int): Int = a & ~Any
}
