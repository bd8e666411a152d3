package okibi.spark.sql.plan

import scala.reflect.ClassTag

import okibi.spark.sql.predicate.ScanPredicates
import okibi.spark.sql.prune.{BatchFilter, GroupLearner, PartitionSelection, PruneRule, PruningSerializer, TableIndexes}
import okibi.spark.sql.rowfilter.{KernelSpec, RowFilter}

import org.apache.spark.okibi.Locality
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.execution.{KeptRdds, SparkPlan}
import org.apache.spark.sql.execution.columnar.{InMemoryRelation, InMemoryTableScanExec}
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.vectorized.{OffHeapColumnVector, OnHeapColumnVector}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark's scan of a cached table, which asks the driver's index before it runs: partitions that cannot match are not read, and
  * where the stage lets it, not scheduled, and small ones share a task.
  *
  * It is one of Spark's own scans, so that everything that looks for those finds it: adaptive execution, which fills the cache as
  * a stage of its own, the SQL page, metrics that users observe, streaming. Functions of a node above may take it along to their tasks.
  *
  * @param columns       what it yields
  * @param filters       conjuncts over the table's columns that rows are filtered by above the scan
  * @param table         the cached table
  * @param cut           how it may deal partitions out to tasks
  * @param whenCollected that it may do so only when its plan is run for its rows, which shows when it runs: see [[CollectDetector]]
  * @param joinFilters   what the other sides of joins will tell, [[JoinFilter]]s
  */
final class PrunedTableScan(
    columns: Seq[Attribute],
    filters: Seq[Expression],
    @transient table: InMemoryRelation,
    val cut: Cut,
    val whenCollected: Boolean,
    @transient val joinFilters: Seq[Expression]
) extends InMemoryTableScanExec(columns, filters, table) {

  @transient @volatile private var latest: Option[ScanSummary] = None

  /** How it was read last, if it was. */
  def outcome: Option[ScanSummary] = latest

  /** This scan, to be cut and pruned otherwise. */
  private[plan] def withCut(cut: Cut, whenCollected: Boolean, joinFilters: Seq[Expression]): PrunedTableScan = {
    val scan = new PrunedTableScan(columns, filters, table, cut, whenCollected, joinFilters)
    scan.copyTagsFrom(this)
    scan
  }

  override lazy val metrics: Map[String, SQLMetric] = ScanMetrics.create(sparkContext, PruneRule.all.map(_.name))

  /** Spark's names: users, and what reads plans, look for them. */
  override val nodeName: String =
    table.cacheBuilder.tableName.fold("InMemoryTableScan")(_ => s"Scan ${table.cacheBuilder.cachedName}")

  override def productArity: Int = 6

  override def productElement(n: Int): Any = n match {
    case 0 => columns
    case 1 => filters
    case 2 => table
    case 3 => cut
    case 4 => whenCollected
    case 5 => joinFilters
    case _ => throw new IndexOutOfBoundsException(n.toString)
  }

  override def canEqual(that: Any): Boolean = that.isInstanceOf[PrunedTableScan]

  override def equals(that: Any): Boolean = that match {
    case other: PrunedTableScan =>
      (this eq other) || (0 until productArity).forall(n => productElement(n) == other.productElement(n))
    case _ => false
  }

  override def hashCode(): Int = (columns, filters, joinFilters).hashCode

  /** Without join filters, and one task a partition, it gives what Spark's scan gives. */
  override def doCanonicalize(): SparkPlan =
    if (joinFilters.isEmpty && cut == Cut.Fixed) super.doCanonicalize()
    else {
      def normal[T <: Expression](expressions: Seq[T]): Seq[T] =
        expressions.map(QueryPlan.normalizeExpressions(_, table.output))
      val canonical = table.canonicalized.asInstanceOf[InMemoryRelation]
      new PrunedTableScan(
        normal(columns),
        normal(filters),
        canonical,
        if (cut == Cut.Fixed) cut else Cut.Free,
        whenCollected = true,
        normal(joinFilters)
      )
    }

  override protected def stringArgs: Iterator[Any] =
    Iterator(columns, filters, table) ++ (if (joinFilters.isEmpty) Nil
                                          else Seq(s"JoinFilters: ${joinFilters.mkString("[", ", ", "]")}")) ++
      latest

  /** Spark makes rows of its own format although it has columns too: filling vectors costs more. Where columns are read in place,
    * the code of the whole stage takes values out of them, and no row is made.
    */
  override def supportsRowBased: Boolean = !readsInPlace

  private lazy val readsInPlace: Boolean = supportsColumnar && conf.wholeStageEnabled &&
    serializer.vectorTypes(table.output, conf).exists(_.forall(!PrunedTableScan.filled(_)))

  override protected def doExecute(): RDD[InternalRow] = {
    val rows = longMetric(ScanMetrics.rows)
    read(
      predicatesNow(),
      buffers =>
        serializer.convertCachedBatchToInternalRow(
          buffers.mapPartitions(_.map { batch => rows += batch.numRows; batch }, preservesPartitioning = true),
          table.output,
          columns,
          conf
        ),
      learner => learner.rows
    )
  }

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] = {
    val (rows, dropped) = (longMetric(ScanMetrics.rows), longMetric(ScanMetrics.rowsDropped))
    val wanted = predicatesNow()
    val batches = read(
      wanted,
      serializer.convertCachedBatchToColumnarBatch(_, table.output, columns, conf),
      learner => learner.batches
    )
    val kernels = if (new SessionSettings(conf).rowFilter) KernelSpec.of(wanted.forTasks, columns) else Nil
    batches.mapPartitions(
      PrunedTableScan.counted(_, new RowFilter(kernels), rows, dropped),
      preservesPartitioning = true
    )
  }

  /** What is known of the wanted rows. Not before a run: subqueries and the keys of joins have their results then. */
  private def predicatesNow(): ScanPredicates =
    ScanPredicates.all(ScanPredicates.of(filters) +: joinFilters.collect { case join: JoinFilter => join.predicates })

  private def serializer = table.cacheBuilder.serializer

  /** Decides what to read, and reads it by the format's own conversion. */
  private def read[T: ClassTag](
      wanted: ScanPredicates,
      convert: RDD[CachedBatch] => RDD[T],
      learn: GroupLearner => (Int, Iterator[T]) => Iterator[T]
  ): RDD[T] = {
    val buffers = table.cacheBuilder.cachedColumnBuffers
    val settings = new SessionSettings(conf)
    val known = if (conf.inMemoryPartitionPruning) wanted else ScanPredicates.none
    val index = if (known.isEmpty) None else TableIndexes.of(table)
    val selection = index.fold(PartitionSelection.everything(buffers.getNumPartitions))(_.select(known.forIndex))
    val leave = leaveToCut
    val decided =
      PartitionAssignment.of(
        selection,
        leave.isDefined && selection.total > 1,
        settings.skip,
        grouped(buffers, settings, _)
      )
    latest = Some(decided.outcome)
    ScanMetrics.decided(sparkContext, metrics, decided.outcome)
    val filter = batchFilter(known)
    val converted = convert(
      observed(
        BatchCounter(buffers, filter, longMetric(ScanMetrics.batchesRead), longMetric(ScanMetrics.batchesSkipped))
      )
    )
    val learner = index.flatMap(_.learner(known.forIndex, selection.kept, columns)).map(learn)
    val groups = decided.groups.orElse(learner.map(_ => Array.tabulate(selection.total)(Array(_))))
    groups.fold(converted)(new GroupedRDD(converted, _, learner, leave.getOrElse(() => ())))
  }

  private def batchFilter(known: ScanPredicates): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] =
    serializer match {
      case _ if known.isEmpty => BatchFilter.everything
      case pruning: PruningSerializer => pruning.filterOf(known.forTasks, table.output)
      case other => other.buildFilter(known.forTasks.map(_.expression), table.output)
    }

  /** With Spark's own counts of what is read, where `spark.sql.inMemoryTableScanStatistics.enable` asks for them. */
  private def observed(batches: RDD[CachedBatch]): RDD[CachedBatch] =
    if (!enableAccumulatorsForTest) batches
    else {
      val (partitionsRead, batchesRead) = (readPartitions, readBatches)
      partitionsRead.reset()
      batchesRead.reset()
      batches.mapPartitions(
        { read =>
          if (read.hasNext) partitionsRead.add(1)
          read.map { batch =>
            batchesRead.add(1)
            batch
          }
        },
        preservesPartitioning = true
      )
    }

  /** Nothing where each partition must have its own task; else what is to be done when a job is about to run. */
  private def leaveToCut: Option[() => Unit] = cut match {
    case Cut.Fixed => None
    case _ if whenCollected && !CollectDetector.now => None
    case Cut.Once => KeptRdds.forgetter(sparkContext, this)
    case Cut.InOrder | Cut.Free => Some(() => ())
  }

  /** Several partitions a task, once all are cached: before, their sizes are not known, and filling them is work for every core. */
  private def grouped(
      buffers: RDD[CachedBatch],
      settings: SessionSettings,
      kept: Array[Int]
  ): Option[Array[Array[Int]]] =
    if (!settings.group || kept.length < 2 || !isMaterialized) None
    else {
      val mean = math.max(1L, TableIndexes.storedBytes(table) / buffers.getNumPartitions)
      if (mean > settings.groupSize / 2) None
      else {
        val place: Int => Option[String] = if (sparkContext.isLocal) _ => None else Locality.of(buffers, _)
        val groups =
          Grouping.of(kept, _ => mean, place, cut != Cut.Free, settings.groupSize, sparkContext.defaultParallelism)
        if (groups.length < kept.length) Some(groups) else None
      }
    }
}

private[plan] object PrunedTableScan {
  private val filled = Set(classOf[OnHeapColumnVector].getName, classOf[OffHeapColumnVector].getName)

  /** Batches without the rows that the filter drops, counted. */
  private def counted(
      batches: Iterator[ColumnarBatch],
      filter: RowFilter,
      rows: SQLMetric,
      dropped: SQLMetric
  ): Iterator[ColumnarBatch] =
    batches
      .map { batch =>
        val all = batch.numRows
        filter(batch)
        rows += batch.numRows
        dropped += all - batch.numRows
        batch
      }
      .filter(_.numRows > 0)
}
