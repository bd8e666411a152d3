package okibi.spark.sql.prune

import okibi.spark.sql.stats.{ColumnGroup, Hash, KeyOrder, Texts, WideningCast}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{BooleanType, DataType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** Turns predicates into tests of facts, for partitions and batches alike. What is not understood becomes a test that rules
  * nothing out. Not thread-safe.
  *
  * @param output the columns of the cached table, in order, as the predicates know them
  * @param groups groups of columns of which tuples may be known
  */
private[prune] final class Analysis(output: Seq[Attribute], rules: Rules, groups: Seq[ColumnGroup]) {
  private val ordinals = output.map(_.exprId).zipWithIndex.toMap

  /** A test that is true of rows for which all predicates may be true; nothing if it could never rule anything out. Its other
    * outcomes mean nothing, as what is not understood is left out.
    */
  def conjunction(predicates: Seq[Expression]): Option[Test] = {
    val conjuncts = predicates.flatMap(Conjuncts.of)
    val tests = conjuncts.map(test).filter(_ != AnythingTest) ++ groupTests(conjuncts)
    tests.reduceOption[Test](AndTest(_, _))
  }

  /** A conjunction inside of a predicate: what is not understood in it counts, for a row may be null or false by it. */
  private def inner(conjuncts: Seq[Expression]): Test = {
    val tests = conjuncts.map(test) ++ groupTests(conjuncts)
    if (tests.forall(_ == AnythingTest)) AnythingTest else tests.reduce[Test](AndTest(_, _))
  }

  /** The test of a predicate, for all of its outcomes. */
  def test(predicate: Expression): Test = predicate match {
    case and: And => inner(Conjuncts.of(and))
    case Or(left, right) => OrTest(test(left), test(right))
    case Not(child) => negation(test(child))
    case Literal(value, BooleanType) =>
      ConstantTest(if (value == null) Outcomes.Null else if (value == true) Outcomes.True else Outcomes.False)
    case IsNull(Column(column, _)) if rules.on(Rule.Nulls) => NullTest(column)
    case IsNotNull(Column(column, _)) if rules.on(Rule.Nulls) => NotTest(NullTest(column))
    case EqualTo(left, right) => compare(left, right)(equal)(equal)
    case EqualNullSafe(left, right) => equalNullSafe(left, right)
    case LessThan(left, right) => compare(left, right)(less(orEqual = false))(greater(orEqual = false))
    case LessThanOrEqual(left, right) => compare(left, right)(less(orEqual = true))(greater(orEqual = true))
    case GreaterThan(left, right) => compare(left, right)(greater(orEqual = false))(less(orEqual = false))
    case GreaterThanOrEqual(left, right) => compare(left, right)(greater(orEqual = true))(less(orEqual = true))
    case In(value, list) if list.nonEmpty && list.forall(_.isInstanceOf[Literal]) =>
      in(value, list.map(_.asInstanceOf[Literal].value))
    case InSet(value, set) if set.nonEmpty => in(value, set.toSeq)
    case keys: InKeys => inKeys(keys)
    case StartsWith(Compared(operand), Literal(prefix: UTF8String, StringType)) if rules.on(Rule.Prefix) =>
      startsWith(operand, prefix)
    case flag: AttributeReference if flag.dataType == BooleanType => compare(flag, Literal.TrueLiteral)(equal)(equal)
    case _ => AnythingTest
  }

  private def negation(test: Test): Test = if (test == AnythingTest) AnythingTest else NotTest(test)

  /** A column of any type. */
  private object Column {
    def unapply(expression: Expression): Option[(Int, DataType)] = expression match {
      case attribute: Attribute => ordinals.get(attribute.exprId).map(_ -> attribute.dataType)
      case _ => None
    }
  }

  private object Compared {
    def unapply(expression: Expression): Option[Operand] = expression match {
      case Column(column, dataType) => KeyOrder.of(dataType).map(Operand(column, dataType, _, None))
      case cast: Cast if rules.on(Rule.Casts) =>
        for {
          (column, _) <- Column.unapply(cast.child)
          widening <- WideningCast.of(cast)
          order <- KeyOrder.of(cast.dataType)
        } yield Operand(column, cast.dataType, order, Some(widening))
      case _ => None
    }
  }

  /** A comparison of a column with a constant, whichever side it stands on. A comparison with null is null. */
  private def compare(left: Expression, right: Expression)(
      forward: (Operand, Any) => Test
  )(backward: (Operand, Any) => Test): Test =
    (left, right) match {
      case (Compared(operand), Literal(value, dataType)) if dataType == operand.dataType =>
        ofConstant(value)(forward(operand, _))
      case (Literal(value, dataType), Compared(operand)) if dataType == operand.dataType =>
        ofConstant(value)(backward(operand, _))
      case _ => AnythingTest
    }

  private def ofConstant(value: Any)(test: Any => Test): Test =
    if (value == null) ConstantTest(Outcomes.Null) else test(value)

  private def equal(operand: Operand, value: Any): Test =
    if (!rules.on(Rule.Comparison)) AnythingTest else isOneOf(operand, Seq(value), withNull = false, Rule.Comparison)

  private def less(orEqual: Boolean)(operand: Operand, value: Any): Test =
    if (!rules.on(Rule.Comparison)) AnythingTest
    else LessTest(operand.column, operand.keys(Seq(value)), orEqual, operand.rule(Rule.Comparison))

  private def greater(orEqual: Boolean)(operand: Operand, value: Any): Test = negation(less(!orEqual)(operand, value))

  /** `<=>` differs from `=` for nulls: it is false where `=` is null. */
  private def equalNullSafe(left: Expression, right: Expression): Test = (left, right) match {
    case (Column(column, dataType), Literal(null, other)) if dataType == other && rules.on(Rule.Nulls) =>
      NullTest(column)
    case (Literal(null, other), Column(column, dataType)) if dataType == other && rules.on(Rule.Nulls) =>
      NullTest(column)
    case (Literal(null, _), _) | (_, Literal(null, _)) => AnythingTest
    case _ =>
      compare(left, right)(equal)(equal) match {
        case AnythingTest => AnythingTest
        case test => NullIsFalseTest(test)
      }
  }

  private def in(value: Expression, constants: Seq[Any]): Test = value match {
    case Compared(operand) if rules.on(Rule.InList) =>
      val (nulls, values) = constants.partition(_ == null)
      // Null, but for NaN in Spark's InSet, which is false.
      if (values.isEmpty) ConstantTest(Outcomes.Null | Outcomes.False)
      else isOneOf(operand, values, nulls.nonEmpty, Rule.InList)
    case _ => AnythingTest
  }

  private def inKeys(in: InKeys): Test = in.child match {
    case Compared(operand) if rules.on(Rule.InList) && operand.cast.isEmpty =>
      isAmong(operand, new LongKeys(operand.column, in.keys), in.keys.map(Hash.ofLong), withNull = false, Rule.InList)
    case other => this.in(other, in.values)
  }

  private def isOneOf(operand: Operand, values: Seq[Any], withNull: Boolean, rule: Rule): Test = {
    val ascending = operand.sorted(values)
    isAmong(operand, operand.keys(ascending), ascending.map(operand.order.hash).toArray, withNull, rule)
  }

  /** @param hashes of the keys, of the column's own type */
  private def isAmong(operand: Operand, keys: Keys, hashes: => Array[Long], withNull: Boolean, rule: Rule): Test =
    InTest(
      operand.column,
      keys,
      if (operand.cast.isEmpty && rules.on(Rule.Membership)) hashes else null,
      withNull,
      operand.rule(rule)
    )

  private def startsWith(operand: Operand, prefix: UTF8String): Test =
    PrefixTest(operand.column, operand.keys(Seq(prefix) ++ Texts.after(prefix.getBytes).map(UTF8String.fromBytes)))

  /** Tests of the known groups all of whose columns the conjunction pins down. */
  private def groupTests(conjuncts: Seq[Expression]): Seq[Test] =
    if (groups.isEmpty || !rules.on(Rule.Groups)) Nil
    else {
      val pinned = Equalities.of(conjuncts, ordinals)
      groups
        .filter(_.ordinals.forall(pinned.contains))
        .flatMap(group => Equalities.tuples(group, pinned).map(GroupTest(group, _)))
    }
}
