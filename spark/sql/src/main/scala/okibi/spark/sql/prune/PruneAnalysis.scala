package okibi.spark.sql.prune

import okibi.spark.sql.predicate._
import okibi.spark.sql.predicate.ComparisonOperator._
import okibi.spark.sql.stats.{ColumnGroup, KeyHash, SqlKeyOrder, TextBounds}

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.unsafe.types.UTF8String

/** Turns predicates into tests of facts, for partitions and batches alike. A predicate that is not understood, or whose
  * rule is switched off, becomes a test that rules nothing out. Not thread-safe.
  *
  * @param output the columns of the cached table, in order, as the predicates refer to them
  * @param groups the groups of columns whose tuples may be known
  */
private[prune] final class PruneAnalysis(output: Seq[Attribute], rules: PruneRules, groups: Seq[ColumnGroup]) {
  private val ordinals = output.map(_.exprId).zipWithIndex.toMap

  /** A test that is true of rows for which all conjuncts may be true; nothing if no row could ever be ruled out. The
    * other outcomes of the test mean nothing, because conjuncts that are not understood are left out.
    */
  def conjunction(conjuncts: Seq[Conjunct]): Option[PruneTest] =
    tests(conjuncts.map(_.parsed)).filter(_ != AnythingTest).reduceOption[PruneTest](AndTest(_, _))

  /** The test of a predicate, for all of its outcomes. */
  def test(predicate: ParsedPredicate): PruneTest = predicate match {
    case AndPredicate(children) => and(children)
    case OrPredicate(left, right) => OrTest(test(left), test(right))
    case NotPredicate(child) => not(test(child))
    case ConstantPredicate(value) =>
      ConstantTest(value.fold(OutcomeSet.Null)(if (_) OutcomeSet.True else OutcomeSet.False))
    case NullPredicate(column) => isNull(column)
    case NotNullPredicate(column) => not(isNull(column))
    case FlagPredicate(column) => onOperand(ComparedColumn(column, column.dataType, None))(comparison(_, Equal, true))
    case ComparisonPredicate(compared, operator, value) => onOperand(compared)(comparison(_, operator, value))
    case InPredicate(_, Seq()) => AnythingTest
    case InPredicate(compared, values) => onOperand(compared)(in(_, values))
    case keys: InKeysPredicate => onOperand(keys.compared)(inKeys(_, keys))
    case PrefixPredicate(compared, prefix) => onOperand(compared)(startsWith(_, prefix))
    case _: ColumnPairPredicate | OpaquePredicate => AnythingTest
  }

  /** A conjunction inside of a predicate. Here a child that is not understood counts, because a row may be null or
    * false by it.
    */
  private def and(children: Seq[ParsedPredicate]): PruneTest = {
    val all = tests(children)
    if (all.forall(_ == AnythingTest)) AnythingTest else all.reduce[PruneTest](AndTest(_, _))
  }

  private def not(test: PruneTest): PruneTest = if (test == AnythingTest) AnythingTest else NotTest(test)

  /** The tests of the parts of a conjunction, and of the groups that the conjunction pins. */
  private def tests(parts: Seq[ParsedPredicate]): Seq[PruneTest] = parts.map(test) ++ groupTests(parts)

  /** Tests of the known groups all of whose columns the conjunction pins to constants. */
  private def groupTests(parts: Seq[ParsedPredicate]): Seq[PruneTest] =
    if (groups.isEmpty || !rules.on(PruneRule.Groups)) Nil
    else {
      val pinned = PinnedColumns.of(parts, ordinals)
      groups
        .filter(_.ordinals.forall(pinned.contains))
        .flatMap(group => PinnedColumns.tuples(group, pinned).map(GroupTest(group, _)))
    }

  private def onOperand(compared: ComparedColumn)(test: PruneOperand => PruneTest): PruneTest =
    operand(compared).fold[PruneTest](AnythingTest)(test)

  /** Nothing for a column of another table, and for a type whose values have no keys. */
  private def operand(compared: ComparedColumn): Option[PruneOperand] =
    if (compared.cast.isDefined && !rules.on(PruneRule.Casts)) None
    else
      for {
        ordinal <- ordinals.get(compared.column.exprId)
        order <- SqlKeyOrder.of(compared.dataType)
      } yield PruneOperand(ordinal, order, compared.cast)

  private def isNull(column: Attribute): PruneTest =
    if (!rules.on(PruneRule.Nulls)) AnythingTest
    else ordinals.get(column.exprId).fold[PruneTest](AnythingTest)(NullTest(_))

  /** A comparison with null is null. `<=>` differs from `=` for nulls: it is false where `=` is null. */
  private def comparison(operand: PruneOperand, operator: ComparisonOperator, value: Any): PruneTest =
    if (value == null) ConstantTest(OutcomeSet.Null)
    else if (!rules.on(PruneRule.Comparison)) AnythingTest
    else
      operator match {
        case Equal => equal(operand, value)
        case NullSafeEqual => NullIsFalseTest(equal(operand, value))
        case Less => less(operand, value, orEqual = false)
        case LessOrEqual => less(operand, value, orEqual = true)
        case Greater => NotTest(less(operand, value, orEqual = true))
        case GreaterOrEqual => NotTest(less(operand, value, orEqual = false))
      }

  private def equal(operand: PruneOperand, value: Any): PruneTest =
    isOneOf(operand, Seq(value), withNull = false, PruneRule.Comparison)

  private def less(operand: PruneOperand, value: Any, orEqual: Boolean): PruneTest =
    LessTest(operand.column, operand.keys(Seq(value)), orEqual, operand.rule(PruneRule.Comparison))

  private def in(operand: PruneOperand, constants: Seq[Any]): PruneTest =
    if (!rules.on(PruneRule.InList)) AnythingTest
    else {
      val (nulls, values) = constants.partition(_ == null)
      // A list of nulls alone gives null for every value, except that Spark's InSet gives false for NaN.
      if (values.isEmpty) ConstantTest(OutcomeSet.Null | OutcomeSet.False)
      else isOneOf(operand, values, nulls.nonEmpty, PruneRule.InList)
    }

  private def inKeys(operand: PruneOperand, in: InKeysPredicate): PruneTest =
    if (operand.cast.isDefined) this.in(operand, in.values)
    else if (!rules.on(PruneRule.InList)) AnythingTest
    else
      isAmong(
        operand,
        new LongKeys(operand.column, in.keys),
        in.keys.map(KeyHash.ofLong),
        withNull = false,
        PruneRule.InList
      )

  private def isOneOf(operand: PruneOperand, values: Seq[Any], withNull: Boolean, rule: PruneRule): PruneTest = {
    val ascending = operand.sorted(values)
    isAmong(operand, operand.keys(ascending), ascending.map(operand.order.hash).toArray, withNull, rule)
  }

  /** @param hashes of the keys, which are of the column's own type */
  private def isAmong(
      operand: PruneOperand,
      keys: ComparisonKeys,
      hashes: => Array[Long],
      withNull: Boolean,
      rule: PruneRule
  ): PruneTest =
    InTest(
      operand.column,
      keys,
      if (operand.cast.isEmpty && rules.on(PruneRule.Membership)) hashes else null,
      withNull,
      operand.rule(rule)
    )

  private def startsWith(operand: PruneOperand, prefix: UTF8String): PruneTest =
    if (!rules.on(PruneRule.Prefix)) AnythingTest
    else
      PrefixTest(
        operand.column,
        operand.keys(Seq(prefix) ++ TextBounds.after(prefix.getBytes).map(UTF8String.fromBytes))
      )
}
