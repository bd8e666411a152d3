package okibi.spark.sql.prune

import okibi.core.conf.{IndexConf, PruneConf}
import okibi.spark.sql.session.SessionConf
import okibi.spark.sql.stats.{CollectPlan, ColumnGroup, PartitionCollector, SetForm}

import org.apache.spark.OneToOneDependency
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.util.CollectionAccumulator

/** The fill of one cached table: adds the gathering of statistics for the driver to the RDDs before and after the
  * format.
  *
  * @param input       the input of the format
  * @param settings    of the session
  * @param keepsBounds whether the batches of the format have bounds; otherwise bounds come from rows
  * @param keepsTexts  whether a batch keeps a string that occurs often once; otherwise sets of strings come from rows
  */
private[prune] final class TableFill[T](
    input: RDD[T],
    schema: Seq[Attribute],
    settings: SQLConf,
    keepsBounds: Boolean,
    keepsTexts: Boolean
) {
  private val context = input.sparkContext
  private val orders = PruningSerializer.orders(schema)
  private val memory = DriverMemory.of(SessionConf.readFrom(context.getConf.getOption(_), PruneConf.driverMemory))
  private val state = new TableState(orders, input.getNumPartitions, memory)
  private val arrivals = new PacketAccumulator(state)
  context.register(arrivals)
  memory.add(state)

  private val plan = {
    val rules = PruneRules.of(settings)
    val form = SetForm.of(SessionConf.read(settings, IndexConf.filter))
    val groups =
      if (rules.on(PruneRule.Groups) && form.isDefined)
        SessionConf.read(settings, PruneConf.declaredGroups).flatMap(ordinals)
      else Nil
    CollectPlan(
      orders,
      boundsFromRows = !keepsBounds,
      textsFromBatches = keepsTexts,
      sets = rules.on(PruneRule.Membership) && form.isDefined,
      groups,
      form.getOrElse(SetForm.Auto),
      memory.limitBytes,
      input.getNumPartitions
    )
  }

  /** The ordinals of a declared group, if the table has each of its columns exactly once and their types have an order.
    */
  private def ordinals(names: Seq[String]): Option[ColumnGroup] = {
    val found = names.map(name => schema.indices.filter(schema(_).name.equalsIgnoreCase(name)))
    if (found.forall(same => same.length == 1 && orders(same.head) != null))
      Some(ColumnGroup(found.map(_.head).sorted.toVector))
    else None
  }

  /** The input, observed as its rows pass. */
  def watched(implicit isRows: RDD[T] =:= RDD[InternalRow]): RDD[InternalRow] = {
    val rows = isRows(input)
    if (!plan.wantsRows) rows
    else {
      val collect = TableFill.collect(plan, arrivals)
      rows.mapPartitionsWithIndex(collect, preservesPartitioning = true)
    }
  }

  /** The batches of the format, observed as they pass. */
  def summarized(batches: RDD[CachedBatch]): RDD[CachedBatch] =
    if (TableFill.isNarrow(batches, input)) new SummarizedRDD(batches, plan, arrivals, context.longAccumulator, state)
    else batches
}

private[prune] object TableFill {
  private def collect(
      plan: CollectPlan,
      arrivals: CollectionAccumulator[Array[Byte]]
  ): (Int, Iterator[InternalRow]) => Iterator[InternalRow] =
    (partition, rows) => {
      val collector = new PartitionCollector(plan, partition)
      ObservedIterator(rows, collector.add)(collector.packets().foreach(arrivals.add))
    }

  /** Whether each partition of `to` is computed from the partition of `from` with the same number. */
  private def isNarrow(to: RDD[_], from: RDD[_]): Boolean =
    (to eq from) || (to.dependencies match {
      case Seq(only: OneToOneDependency[_]) => isNarrow(only.rdd, from)
      case _ => false
    })
}
