package okibi.spark.sql.plan

import scala.reflect.ClassTag
import scala.util.control.NonFatal

import okibi.spark.shims.{KeptRdds, NamedElements}
import okibi.spark.sql.column.VectorFactory
import okibi.spark.sql.predicate.ScanPredicates
import okibi.spark.sql.prune.{BatchFilter, GroupLearner, PartitionSelection, PruneRule, PruningSerializer, TableIndexes}
import okibi.spark.sql.rowfilter.{KernelSpec, RowFilter}
import okibi.spark.sql.table.MappedTableSerializer

import org.apache.spark.okibi.Locality
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.QueryPlan
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.execution.{ExecSubqueryExpression, SparkPlan, WholeStageCodegenExec}
import org.apache.spark.sql.execution.columnar.{InMemoryRelation, InMemoryTableScanExec}
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.execution.vectorized.{OffHeapColumnVector, OnHeapColumnVector}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Spark's scan of a cached table, which asks the driver's index before it runs. Partitions that cannot match are not
  * read. If the stage allows it, such partitions have no task, and small partitions share a task.
  *
  * It is a subclass of Spark's own scan, so that all users of that class find it: adaptive execution, which fills the
  * cache as a stage of its own, the SQL page, metrics that users observe, streaming. Nodes above that are sent to tasks
  * may take the scan along, so fields for the driver alone are transient.
  *
  * @param columns       the columns that the scan yields
  * @param filters       predicates over the table's columns, by which a filter above the scan selects rows
  * @param table         the cached table
  * @param cut           how the scan may distribute partitions to tasks
  * @param whenCollected whether `cut` holds only if the plan is run to collect its rows, which shows when it runs: see
  *                      [[CollectDetector]]
  * @param joinFilters   [[JoinFilter]]s for the other sides of joins
  */
final class PrunedTableScan(
    columns: Seq[Attribute],
    filters: Seq[Expression],
    @transient table: InMemoryRelation,
    val cut: Cut,
    val whenCollected: Boolean,
    @transient val joinFilters: Seq[Expression]
) extends InMemoryTableScanExec(columns, filters, table)
    with NamedElements {

  @transient @volatile private var latest: Option[ScanSummary] = None

  /** What the last run read; nothing before the first run. */
  def summary: Option[ScanSummary] = latest

  /** The same scan with another cut and other join filters. */
  private[plan] def withCut(cut: Cut, whenCollected: Boolean, joinFilters: Seq[Expression]): PrunedTableScan = {
    val scan = new PrunedTableScan(columns, filters, table, cut, whenCollected, joinFilters)
    scan.copyTagsFrom(this)
    scan
  }

  override lazy val metrics: Map[String, SQLMetric] = ScanMetrics.create(sparkContext, PruneRule.all.map(_.name))

  /** The name that Spark's own scan has: users and tools look for it in plans. */
  override val nodeName: String =
    table.cacheBuilder.tableName.fold("InMemoryTableScan")(_ => s"Scan ${table.cacheBuilder.cachedName}")

  override def productArity: Int = PrunedTableScan.elementNames.size

  override def productElement(n: Int): Any = n match {
    case 0 => columns
    case 1 => filters
    case 2 => table
    case 3 => cut
    case 4 => whenCollected
    case 5 => joinFilters
    case _ => throw new IndexOutOfBoundsException(n.toString)
  }

  override def elementNames: Seq[String] = PrunedTableScan.elementNames

  override def canEqual(that: Any): Boolean = that.isInstanceOf[PrunedTableScan]

  override def equals(that: Any): Boolean = that match {
    case other: PrunedTableScan =>
      (this eq other) || (0 until productArity).forall(n => productElement(n) == other.productElement(n))
    case _ => false
  }

  override def hashCode(): Int = (columns, filters, joinFilters).hashCode

  /** A scan without join filters and with one task for each partition gives the result of Spark's own scan, and has the
    * form of it. Only where Spark's own scan of this table would have no columns, the form is Okibi's: the nodes above
    * take columns from it.
    */
  override def doCanonicalize(): SparkPlan =
    if (joinFilters.isEmpty && cut == Cut.Fixed) {
      val ofSpark = super.doCanonicalize()
      if (ofSpark.supportsColumnar == supportsColumnar) ofSpark else canonicalForm
    } else canonicalForm

  private def canonicalForm: SparkPlan = {
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
      latest.orElse(foreseen)

  /** What a run would read, for EXPLAIN of a plan that has not run. Nothing for a table that is not filled, for one
    * whose selection would be felt in every query's planning, and where only the run finds out what is wanted.
    */
  @transient private lazy val foreseen: Option[String] =
    if (table == null || !table.cacheBuilder.isCachedColumnBuffersLoaded || !conf.inMemoryPartitionPruning) None
    else
      try
        for {
          index <- TableIndexes.of(table)
          predicates = ScanPredicates.of(filters.filterNot(_.exists(_.isInstanceOf[ExecSubqueryExpression])))
          if !predicates.isEmpty && index.partitions <= PrunedTableScan.mostForeseen
        } yield s"PartitionsToRead: ${index.select(predicates.forIndex)}"
      catch { case NonFatal(_) => None }

  /** Spark asks whether the format has vectors for the whole table. Okibi's reads each column by itself, so that only the
    * columns of the scan count: one nested column, or more columns than generated code takes, do not make a scan of others
    * give rows.
    */
  override val supportsColumnar: Boolean = {
    val asked = if (readsAlone) schema else table.schema
    conf.cacheVectorizedReaderEnabled && !WholeStageCodegenExec.isTooManyFields(conf, asked) &&
    serializer.supportsColumnarOutput(asked)
  }

  private def readsAlone: Boolean = serializer match {
    case pruning: PruningSerializer => pruning.isMapped
    case other => other.isInstanceOf[MappedTableSerializer]
  }

  /** Spark's own format gives rows although it has columns too, because filling vectors costs more. If columns are read
    * in place, generated code reads values from them, and no rows are made.
    */
  override def supportsRowBased: Boolean = !readsInPlace

  /** Whether the columns come as vectors of Okibi's own format. */
  lazy val yieldsTableVectors: Boolean = supportsColumnar &&
    serializer.vectorTypes(columns, conf).contains(columns.map(column => VectorFactory.className(column.dataType)))

  private lazy val readsInPlace: Boolean = supportsColumnar && conf.wholeStageEnabled &&
    serializer.vectorTypes(columns, conf).exists(_.forall(!PrunedTableScan.filled(_)))

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
    val predicates = predicatesNow()
    val batches = read(
      predicates,
      serializer.convertCachedBatchToColumnarBatch(_, table.output, columns, conf),
      learner => learner.batches
    )
    val kernels = if (new SessionSettings(conf).rowFilter) KernelSpec.of(predicates.forTasks, columns) else Nil
    batches.mapPartitions(
      PrunedTableScan.counted(_, new RowFilter(kernels), rows, dropped),
      preservesPartitioning = true
    )
  }

  /** What is known of the wanted rows. Only in a run: before it, subqueries and keys of joins have no results. */
  private def predicatesNow(): ScanPredicates =
    ScanPredicates.all(ScanPredicates.of(filters) +: joinFilters.collect { case join: JoinFilter => join.predicates })

  private def serializer = table.cacheBuilder.serializer

  /** Decides what to read, and reads it by the conversion of the format. */
  private def read[T: ClassTag](
      predicates: ScanPredicates,
      convert: RDD[CachedBatch] => RDD[T],
      learn: GroupLearner => (Int, Iterator[T]) => Iterator[T]
  ): RDD[T] = {
    val buffers = table.cacheBuilder.cachedColumnBuffers
    val settings = new SessionSettings(conf)
    val pruning = if (conf.inMemoryPartitionPruning) predicates else ScanPredicates.none
    val index = if (pruning.isEmpty) None else TableIndexes.of(table)
    val selection = index.fold(PartitionSelection.everything(buffers.getNumPartitions))(_.select(pruning.forIndex))
    val beforeJob = beforeCutJob
    val assignment =
      PartitionAssignment.of(
        selection,
        beforeJob.isDefined && selection.total > 1,
        settings.skip,
        grouped(buffers, settings, _)
      )
    latest = Some(assignment.summary)
    ScanMetrics.publish(sparkContext, metrics, assignment.summary)
    val filter = batchFilter(pruning)
    val converted = convert(
      observed(
        BatchCounter(buffers, filter, longMetric(ScanMetrics.batchesRead), longMetric(ScanMetrics.batchesSkipped))
      )
    )
    val learner = index.flatMap(_.learner(pruning.forIndex, selection.kept, columns)).map(learn)
    val groups = assignment.groups.orElse(learner.map(_ => Array.tabulate(selection.total)(Array(_))))
    groups.fold(converted)(new GroupedRDD(converted, _, learner, beforeJob.getOrElse(() => ())))
  }

  private def batchFilter(predicates: ScanPredicates): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] =
    serializer match {
      case _ if predicates.isEmpty => BatchFilter.everything
      case pruning: PruningSerializer => pruning.filterOf(predicates.forTasks, table.output)
      case other => other.buildFilter(predicates.forTasks.map(_.expression), table.output)
    }

  /** The batches, with Spark's own counts if `spark.sql.inMemoryTableScanStatistics.enable` is set. */
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

  /** What to do when a job is about to run; nothing if each partition must have its own task. */
  private def beforeCutJob: Option[() => Unit] = cut match {
    case Cut.Fixed => None
    case _ if whenCollected && !CollectDetector.isCollecting => None
    case Cut.Once => KeptRdds.forgetter(sparkContext, this)
    case Cut.InOrder | Cut.Free => Some(() => ())
  }

  /** Groups of partitions that share a task, once all are cached. Before, their sizes are unknown, and filling them
    * needs every core.
    */
  private def grouped(
      buffers: RDD[CachedBatch],
      settings: SessionSettings,
      kept: Array[Int]
  ): Option[Array[Array[Int]]] =
    if (!settings.group || kept.length < 2 || !isMaterialized) None
    else {
      val meanBytes = math.max(1L, TableIndexes.storedBytes(table) / buffers.getNumPartitions)
      if (meanBytes > settings.groupBytes / 2) None
      else {
        val place: Int => Option[String] = if (sparkContext.isLocal) _ => None else Locality.of(buffers, _)
        val groups =
          Grouping.of(
            kept,
            _ => meanBytes,
            place,
            cut != Cut.Free,
            settings.groupBytes,
            sparkContext.defaultParallelism
          )
        if (groups.length < kept.length) Some(groups) else None
      }
    }
}

private[plan] object PrunedTableScan {

  /** Most partitions of a table for which EXPLAIN selects before a run. Each text of a plan that has not run selects, and
    * a selection takes time for each partition and conjunct: see `TableIndex.select`.
    */
  private val mostForeseen = 10000
  private val elementNames = Seq("columns", "filters", "table", "cut", "whenCollected", "joinFilters")
  private val filled = Set(classOf[OnHeapColumnVector].getName, classOf[OffHeapColumnVector].getName)

  /** The batches without the rows that the filter drops, with counts. */
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
