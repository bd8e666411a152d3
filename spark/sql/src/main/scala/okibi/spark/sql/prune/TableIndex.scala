package okibi.spark.sql.prune

import okibi.core.conf.IndexConf
import okibi.spark.sql.predicate.Conjunct
import okibi.spark.sql.session.SessionConf
import okibi.spark.sql.stats.{ColumnGroup, SetForm}

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.util.CollectionAccumulator

/** What the driver knows of the partitions of one cached table, in terms of the attributes of one relation over the
  * table. A partition is kept unless the index proves that it holds no row that the query wants. Thread-safe.
  *
  * @param output   the relation's columns, in the order of the table's columns
  * @param arrivals where tasks send what they learn
  */
private[sql] final class TableIndex(
    output: Seq[Attribute],
    state: TableState,
    arrivals: CollectionAccumulator[Array[Byte]]
) {

  /** How many partitions the table has. */
  def partitions: Int = state.partitions

  /** The partitions in which all conjuncts may hold for some row. Takes a few nanoseconds for each partition and
    * conjunct.
    *
    * @param conjuncts over the relation's output; one that is not understood rules nothing out
    */
  def select(conjuncts: Seq[Conjunct]): PartitionSelection =
    new PruneAnalysis(output, PruneRules.current, state.groups)
      .conjunction(conjuncts)
      .fold(PartitionSelection.everything(state.partitions))(select)

  private def select(test: PruneTest): PartitionSelection = {
    val facts = new PartitionFacts(state, TableIndex.probesFor(state.partitions))
    val kept = new Array[Int](state.partitions)
    val skipped = new Array[Int](PruneRule.all.length)
    var size = 0
    var partition = 0
    while (partition < state.partitions) {
      val outcomes = test.outcomes(facts.at(partition))
      if (OutcomeSet.mayBeTrue(outcomes)) {
        kept(size) = partition
        size += 1
      } else skipped(OutcomeSet.rule(outcomes).number) += 1
      partition += 1
    }
    PartitionSelection(
      kept.take(size),
      state.partitions,
      PruneRule.all.map(rule => rule.name -> skipped(rule.number)).filter(_._2 > 0).toMap
    )
  }

  /** A learner for the rows of a scan, if what it learns would help later queries.
    *
    * @param conjuncts over the relation's output
    * @param kept      the partitions that the scan reads
    * @param scanned   the columns that the scan yields, in order
    */
  def learner(conjuncts: Seq[Conjunct], kept: Array[Int], scanned: Seq[Attribute]): Option[GroupLearner] = {
    val rules = PruneRules.current
    val ordinals = output.map(_.exprId).zipWithIndex.toMap
    val places = scanned.map(_.exprId).zipWithIndex.toMap
    val pinned = PinnedColumns.of(conjuncts.map(_.parsed), ordinals)
    val columns = pinned.toSeq
      .filter { case (ordinal, _) => places.contains(output(ordinal).exprId) }
      .sortBy { case (ordinal, constants) => (constants.length, ordinal) }
      .take(TableIndex.mostColumns)
      .map(_._1)
      .sorted
    val group = ColumnGroup(columns.toVector)
    if (!rules.on(PruneRule.Groups) || columns.isEmpty || PinnedColumns.tuples(group, pinned).isEmpty) None
    else
      SetForm.of(SessionConf.read(SQLConf.get, IndexConf.filter)).filter(_ => isWorthwhile(group, kept)).map { form =>
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

  /** Whether the scan reads many partitions, the group is unknown for most of them, and few scans tried to learn it
    * before. Counts the scan as one that tries, if so.
    */
  private def isWorthwhile(group: ColumnGroup, kept: Array[Int]): Boolean =
    state.partitions > 1 && state.attempts(group) < TableIndex.mostAttempts && {
      val sets = state.setsOf(group)
      val unknown = if (sets == null) kept.length else kept.count(sets.get(_) == null)
      val isNew = kept.length > math.max(1, state.partitions / 10) && unknown * 2 > kept.length
      if (isNew) state.attempt(group)
      isNew
    }
}

private[prune] object TableIndex {

  /** The largest number of columns of a learned group. */
  private val mostColumns = 4

  /** Scans that may try to learn a group. Some of them read only the partitions that other columns leave. */
  private val mostAttempts = 3

  /** The most hashes that a test may probe in one partition. With it a query probes at most some ten million hashes for
    * a table of any size, which takes tens of milliseconds.
    */
  private def probesFor(partitions: Int): Int = math.max(64, 10000000 / math.max(1, partitions))

  /** The largest size of a learned set of one partition, in bytes. All sets of a group take at most an eighth of the
    * driver's memory.
    */
  private def setBytes(state: TableState): Int =
    math.min(64L << 10, state.memoryLimitBytes / 8 / math.max(1, state.partitions)).toInt
}
