package okibi.spark.sql.prune

import okibi.core.conf.IndexConf
import okibi.spark.sql.session.SessionConf
import okibi.spark.sql.stats.{ColumnGroup, SetForm}

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.util.CollectionAccumulator

/** What the driver knows of the partitions of one cached table, seen through the attributes of one relation over it.
  * Advisory: a partition is kept unless it provably holds no row that the query wants. Thread-safe.
  *
  * @param output   the relation's columns, in the order of the table's
  * @param arrivals where tasks send what they learn
  */
final class TableIndex private[prune] (
    output: Seq[Attribute],
    state: TableState,
    arrivals: CollectionAccumulator[Array[Byte]]
) {

  /** Partitions in which all predicates may hold for some row. A few nanoseconds a partition and predicate.
    *
    * @param predicates conjuncts over the relation's output; what is not understood keeps everything
    */
  def select(predicates: Seq[Expression]): Selection =
    new Analysis(output, Rules.current, state.groups)
      .conjunction(predicates)
      .fold(Selection.everything(state.partitions))(select)

  private def select(test: Test): Selection = {
    val facts = new PartitionFacts(state, TableIndex.probesFor(state.partitions))
    val kept = new Array[Int](state.partitions)
    val skipped = new Array[Int](Rule.all.length)
    var size = 0
    var partition = 0
    while (partition < state.partitions) {
      val outcomes = test.outcomes(facts.at(partition))
      if (Outcomes.mayBeTrue(outcomes)) {
        kept(size) = partition
        size += 1
      } else skipped(Outcomes.rule(outcomes).number) += 1
      partition += 1
    }
    Selection(
      kept.take(size),
      state.partitions,
      Rule.all.map(rule => rule.name -> skipped(rule.number)).filter(_._2 > 0).toMap
    )
  }

  /** Something to learn from a scan with these predicates, if it would help later queries: wrap what the scan reads.
    *
    * @param predicates conjuncts over the relation's output
    * @param scanned    the columns that the scan yields, in order
    */
  def learner(predicates: Seq[Expression], scanned: Seq[Attribute]): Option[GroupLearner] = {
    val rules = Rules.current
    val ordinals = output.map(_.exprId).zipWithIndex.toMap
    val places = scanned.map(_.exprId).zipWithIndex.toMap
    val pinned = Equalities.of(predicates.flatMap(Conjuncts.of), ordinals)
    val columns = pinned.toSeq
      .filter { case (ordinal, _) => places.contains(output(ordinal).exprId) }
      .sortBy { case (ordinal, constants) => (constants.length, ordinal) }
      .take(TableIndex.mostColumns)
      .map(_._1)
      .sorted
    val group = ColumnGroup(columns.toVector)
    if (!rules.on(Rule.Groups) || columns.isEmpty || Equalities.tuples(group, pinned).isEmpty) None
    else
      SetForm.of(SessionConf.read(SQLConf.get, IndexConf.filter)).filter(_ => isWorthwhile(group, predicates)).map {
        form =>
          new GroupLearner(
            group,
            form,
            columns.map(state.orders).toArray,
            columns.map(column => places(output(column).exprId)).toArray,
            TableIndex.setBytes(state),
            arrivals
          )
      }
  }

  /** Much is about to be read, the group is not known of most of it, and it was not tried in vain. */
  private def isWorthwhile(group: ColumnGroup, predicates: Seq[Expression]): Boolean =
    state.partitions > 1 && state.attempts(group) < TableIndex.mostAttempts && {
      val sets = state.setsOf(group)
      val kept = select(predicates).kept
      val unknown = if (sets == null) kept.length else kept.count(sets.get(_) == null)
      val isNews = kept.length > math.max(1, state.partitions / 10) && unknown * 2 > kept.length
      if (isNews) state.attempt(group)
      isNews
    }
}

private[prune] object TableIndex {
  private val mostColumns = 4

  /** Scans of a group that may try to learn it. Some read only the partitions that other columns left over. */
  private val mostAttempts = 3

  /** For tables of any size a query probes so many hashes at most, some tens of milliseconds. */
  private def probesFor(partitions: Int): Int = math.max(64, 10000000 / math.max(1, partitions))

  /** What a learned set may take in one partition: all of a group takes an eighth of the driver's memory at most. */
  private def setBytes(state: TableState): Int =
    math.min(64L << 10, state.memoryLimit / 8 / math.max(1, state.partitions)).toInt
}
