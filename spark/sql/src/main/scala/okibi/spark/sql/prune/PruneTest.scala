package okibi.spark.sql.prune

import okibi.spark.sql.stats.ColumnGroup

/** Tells which outcomes a predicate may have for rows of which only facts are known. The same test serves partitions
  * and batches. Immutable.
  */
private[prune] sealed abstract class PruneTest extends Serializable {

  /** See [[OutcomeSet]]. */
  def outcomes(facts: ColumnFacts): Int
}

/** The test of a predicate that is not understood. */
private[prune] case object AnythingTest extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = OutcomeSet.Any
}

private[prune] final case class ConstantTest(outcome: Int) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = outcome
}

private[prune] final case class NotTest(child: PruneTest) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = OutcomeSet.not(child.outcomes(facts))
}

private[prune] final case class AndTest(left: PruneTest, right: PruneTest) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = OutcomeSet.and(left.outcomes(facts), right.outcomes(facts))
}

private[prune] final case class OrTest(left: PruneTest, right: PruneTest) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = OutcomeSet.or(left.outcomes(facts), right.outcomes(facts))
}

/** `column IS NULL`. */
private[prune] final case class NullTest(column: Int) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = {
    val flags = facts.flags(column)
    var may = 0
    if ((flags & ColumnFacts.MayBeNull) != 0) may |= OutcomeSet.True
    if ((flags & ColumnFacts.MayHaveValue) != 0) may |= OutcomeSet.False
    OutcomeSet.of(may, PruneRule.Nulls)
  }
}

/** A comparison that is false instead of null. */
private[prune] final case class NullIsFalseTest(child: PruneTest) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int = {
    val outcomes = child.outcomes(facts)
    if ((outcomes & OutcomeSet.Null) != 0) outcomes & ~OutcomeSet.Null | OutcomeSet.False else outcomes
  }
}

/** A test of the values of one column. It is null for a null. */
private[prune] sealed abstract class ValueTest extends PruneTest {
  def column: Int

  /** The outcomes for values that are not null. */
  protected def ofValues(facts: ColumnFacts): Int

  final def outcomes(facts: ColumnFacts): Int = {
    val flags = facts.flags(column)
    val ofNulls = if ((flags & ColumnFacts.MayBeNull) != 0) OutcomeSet.Null else 0
    if ((flags & ColumnFacts.MayHaveValue) != 0) ofNulls | ofValues(facts) else OutcomeSet.of(ofNulls, PruneRule.Nulls)
  }
}

/** `column < constant`, or `<=`. The negation of this test serves `>=` and `>`. */
private[prune] final case class LessTest(column: Int, keys: ComparisonKeys, orEqual: Boolean, rule: PruneRule)
    extends ValueTest {
  protected def ofValues(facts: ColumnFacts): Int = {
    val lower = keys.lower(facts, 0)
    val upper = keys.upper(facts, 0)
    var may = 0
    if (lower < 0 || orEqual && lower == 0) may |= OutcomeSet.True
    if (upper > 0 || !orEqual && upper == 0) may |= OutcomeSet.False
    OutcomeSet.of(may, rule)
  }
}

/** `column = constant`, `column IN (constants)`.
  *
  * @param hashes   of the constants, in the same order; null if sets of values must not be asked
  * @param withNull whether the list also holds null. The test is then null instead of false, except that Spark's InSet
  *                 is false for NaN.
  */
private[prune] final case class InTest(
    column: Int,
    keys: ComparisonKeys,
    hashes: Array[Long],
    withNull: Boolean,
    rule: PruneRule
) extends ValueTest {
  private val group = ColumnGroup.of(column)

  protected def ofValues(facts: ColumnFacts): Int = {
    val first = keys.first(facts)
    val end = keys.end(facts)
    val otherwise = if (withNull) OutcomeSet.False | OutcomeSet.Null else OutcomeSet.False
    if (first >= end) OutcomeSet.of(otherwise, rule)
    else if (keys.lower(facts, first) == 0 && keys.upper(facts, first) == 0) OutcomeSet.of(OutcomeSet.True, rule)
    else if (hashes != null && facts.excludes(group, hashes, first, end)) OutcomeSet.of(otherwise, PruneRule.Membership)
    else OutcomeSet.True | otherwise
  }
}

/** `column LIKE 'prefix%'`.
  *
  * @param keys the prefix, and the first string after all strings with the prefix, if there is one
  */
private[prune] final case class PrefixTest(column: Int, keys: ComparisonKeys) extends ValueTest {
  protected def ofValues(facts: ColumnFacts): Int = {
    val bounded = keys.size > 1
    var may = 0
    if (keys.upper(facts, 0) >= 0 && (!bounded || keys.lower(facts, 1) < 0)) may |= OutcomeSet.True
    if (keys.lower(facts, 0) < 0 || bounded && keys.upper(facts, 1) >= 0) may |= OutcomeSet.False
    OutcomeSet.of(may, PruneRule.Prefix)
  }
}

/** Each column of a group equals one of the constants that a conjunction allows for it.
  *
  * @param hashes of all tuples of these constants
  */
private[prune] final case class GroupTest(group: ColumnGroup, hashes: Array[Long]) extends PruneTest {
  def outcomes(facts: ColumnFacts): Int =
    if (facts.excludes(group, hashes, 0, hashes.length))
      OutcomeSet.of(OutcomeSet.False | OutcomeSet.Null, PruneRule.Groups)
    else OutcomeSet.Any
}
