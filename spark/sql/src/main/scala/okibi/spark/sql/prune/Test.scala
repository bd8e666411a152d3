package okibi.spark.sql.prune

import okibi.spark.sql.stats.ColumnGroup

/** What a predicate may be for rows of which only facts are known. Immutable; applied to partitions and batches alike. */
private[prune] sealed abstract class Test extends Serializable {

  /** See [[Outcomes]]. */
  def outcomes(facts: Facts): Int
}

/** A predicate that is not understood. */
private[prune] case object AnythingTest extends Test {
  def outcomes(facts: Facts): Int = Outcomes.Any
}

private[prune] final case class ConstantTest(outcome: Int) extends Test {
  def outcomes(facts: Facts): Int = outcome
}

private[prune] final case class NotTest(child: Test) extends Test {
  def outcomes(facts: Facts): Int = Outcomes.not(child.outcomes(facts))
}

private[prune] final case class AndTest(left: Test, right: Test) extends Test {
  def outcomes(facts: Facts): Int = Outcomes.and(left.outcomes(facts), right.outcomes(facts))
}

private[prune] final case class OrTest(left: Test, right: Test) extends Test {
  def outcomes(facts: Facts): Int = Outcomes.or(left.outcomes(facts), right.outcomes(facts))
}

/** IS NULL. */
private[prune] final case class NullTest(column: Int) extends Test {
  def outcomes(facts: Facts): Int = {
    val flags = facts.flags(column)
    var may = 0
    if ((flags & Facts.MayBeNull) != 0) may |= Outcomes.True
    if ((flags & Facts.MayHaveValue) != 0) may |= Outcomes.False
    Outcomes.of(may, Rule.Nulls)
  }
}

/** A comparison that is false instead of null. */
private[prune] final case class NullIsFalseTest(child: Test) extends Test {
  def outcomes(facts: Facts): Int = {
    val of = child.outcomes(facts)
    if ((of & Outcomes.Null) != 0) of & ~Outcomes.Null | Outcomes.False else of
  }
}

/** A test of the values of one column, which is null for a null. */
private[prune] sealed abstract class ValueTest extends Test {
  def column: Int

  /** Outcomes for values that are not null. */
  protected def ofValues(facts: Facts): Int

  final def outcomes(facts: Facts): Int = {
    val flags = facts.flags(column)
    val ofNulls = if ((flags & Facts.MayBeNull) != 0) Outcomes.Null else 0
    if ((flags & Facts.MayHaveValue) != 0) ofNulls | ofValues(facts) else Outcomes.of(ofNulls, Rule.Nulls)
  }
}

/** `column < constant`, or `<=`. The others of their kind are their negations. */
private[prune] final case class LessTest(column: Int, keys: Keys, orEqual: Boolean, rule: Rule) extends ValueTest {
  protected def ofValues(facts: Facts): Int = {
    val lower = keys.lower(facts, 0)
    val upper = keys.upper(facts, 0)
    var may = 0
    if (lower < 0 || orEqual && lower == 0) may |= Outcomes.True
    if (upper > 0 || !orEqual && upper == 0) may |= Outcomes.False
    Outcomes.of(may, rule)
  }
}

/** `column = constant`, `column IN (constants)`.
  *
  * @param hashes   of the constants, in the same order; null when membership is not to be asked
  * @param withNull whether the list holds null as well, so that the test may be null instead of false (and is not for NaN in Spark's InSet)
  */
private[prune] final case class InTest(column: Int, keys: Keys, hashes: Array[Long], withNull: Boolean, rule: Rule)
    extends ValueTest {
  private val group = ColumnGroup.of(column)

  protected def ofValues(facts: Facts): Int = {
    val first = keys.first(facts)
    val end = keys.end(facts)
    val otherwise = if (withNull) Outcomes.False | Outcomes.Null else Outcomes.False
    if (first >= end) Outcomes.of(otherwise, rule)
    else if (keys.lower(facts, first) == 0 && keys.upper(facts, first) == 0) Outcomes.of(Outcomes.True, rule)
    else if (hashes != null && facts.excludes(group, hashes, first, end)) Outcomes.of(otherwise, Rule.Membership)
    else Outcomes.True | otherwise
  }
}

/** `column LIKE 'prefix%'`.
  *
  * @param keys the prefix and the first text after all those that begin with it, if there is one
  */
private[prune] final case class PrefixTest(column: Int, keys: Keys) extends ValueTest {
  protected def ofValues(facts: Facts): Int = {
    val bounded = keys.size > 1
    var may = 0
    if (keys.upper(facts, 0) >= 0 && (!bounded || keys.lower(facts, 1) < 0)) may |= Outcomes.True
    if (keys.lower(facts, 0) < 0 || bounded && keys.upper(facts, 1) >= 0) may |= Outcomes.False
    Outcomes.of(may, Rule.Prefix)
  }
}

/** That each column of a group equals one of the constants that a conjunction allows it.
  *
  * @param hashes of all tuples of the constants
  */
private[prune] final case class GroupTest(group: ColumnGroup, hashes: Array[Long]) extends Test {
  def outcomes(facts: Facts): Int =
    if (facts.excludes(group, hashes, 0, hashes.length)) Outcomes.of(Outcomes.False | Outcomes.Null, Rule.Groups)
    else Outcomes.Any
}
