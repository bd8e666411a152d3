package okibi.spark.sql.prune

import okibi.core.conf.PruneConf
import okibi.spark.shims.CachedBatchSerializerShim
import okibi.spark.sql.predicate.Conjunct
import okibi.spark.sql.stats.SqlKeyOrder
import okibi.spark.sql.table.MappedTableSerializer

import org.apache.spark.SparkEnv
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.columnar.{CachedBatch, CachedBatchSerializer, SimpleMetricsCachedBatchSerializer}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.storage.StorageLevel

/** Adds pruning to any format of cached tables; the value of `spark.sql.cache.serializer`. Rows pass through to the
  * format. On their way bounds and sets of values are gathered for the driver. Batches are filtered by more kinds of
  * predicates than Spark's own filter knows. Thread-safe.
  *
  * @param inner the format
  */
final class PruningSerializer(protected val inner: CachedBatchSerializer) extends CachedBatchSerializerShim {

  /** Wraps the format that the configuration names. Spark calls this constructor. */
  def this() = this(PruningSerializer.configured())

  /** Whether the format is Okibi's own. */
  private[sql] def isMapped: Boolean = inner.isInstanceOf[MappedTableSerializer]

  override def supportsColumnarInput(schema: Seq[Attribute]): Boolean = inner.supportsColumnarInput(schema)
  override def supportsColumnarOutput(schema: StructType): Boolean = inner.supportsColumnarOutput(schema)
  override def vectorTypes(attributes: Seq[Attribute], conf: SQLConf): Option[Seq[String]] =
    inner.vectorTypes(attributes, conf)

  override def convertInternalRowToCachedBatch(
      input: RDD[InternalRow],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] = {
    val filling =
      new TableFill(
        input,
        schema,
        conf,
        PruningSerializer.keepsBounds(inner),
        isMapped
      )
    filling.summarized(inner.convertInternalRowToCachedBatch(filling.watched, schema, storageLevel, conf))
  }

  /** Columns of a foreign format may be anywhere, for instance on a GPU: statistics come from its batches alone. */
  override def convertColumnarBatchToCachedBatch(
      input: RDD[ColumnarBatch],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] = {
    val batches = inner.convertColumnarBatchToCachedBatch(input, schema, storageLevel, conf)
    new TableFill(batches, schema, conf, keepsBounds = true, keepsTexts = false).summarized(batches)
  }

  override def convertCachedBatchToColumnarBatch(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[ColumnarBatch] =
    inner.convertCachedBatchToColumnarBatch(input, cacheAttributes, selectedAttributes, conf)

  override def convertCachedBatchToInternalRow(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[InternalRow] =
    inner.convertCachedBatchToInternalRow(input, cacheAttributes, selectedAttributes, conf)

  override def buildFilter(
      predicates: Seq[Expression],
      cachedAttributes: Seq[Attribute]
  ): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] =
    filterOf(Conjunct.split(predicates), cachedAttributes)

  /** Replaces Spark's own filter, which loses rows with NaN and batches without bounds. A filter of the format itself
    * stays, before ours.
    */
  private[sql] def filterOf(
      conjuncts: Seq[Conjunct],
      cachedAttributes: Seq[Attribute]
  ): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] = {
    val ofFormat: Option[(Int, Iterator[CachedBatch]) => Iterator[CachedBatch]] =
      if (PruningSerializer.isReplaced(inner)) None
      else Some(inner.buildFilter(conjuncts.map(_.expression), cachedAttributes))
    val ofOkibi = new PruneAnalysis(cachedAttributes, PruneRules.current, Nil).conjunction(conjuncts).map { test =>
      new BatchFilter(PruningSerializer.orders(cachedAttributes), test)
    }
    (ofFormat, ofOkibi) match {
      case (None, None) => BatchFilter.everything
      case (Some(first), None) => first
      case (None, Some(second)) => second
      case (Some(first), Some(second)) => (partition, batches) => second(partition, first(partition, batches))
    }
  }
}

object PruningSerializer {

  /** The order of each column; null for a column without one. */
  private[prune] def orders(schema: Seq[Attribute]): Array[SqlKeyOrder] =
    schema.map(attribute => SqlKeyOrder.of(attribute.dataType).orNull).toArray

  private def keepsBounds(inner: CachedBatchSerializer): Boolean =
    inner.isInstanceOf[SimpleMetricsCachedBatchSerializer]

  /** Whether our filter rules out all that the filter of the format rules out. */
  private def isReplaced(inner: CachedBatchSerializer): Boolean = inner.isInstanceOf[MappedTableSerializer] ||
    inner.getClass
      .getMethod("buildFilter", classOf[Seq[_]], classOf[Seq[_]])
      .getDeclaringClass == classOf[SimpleMetricsCachedBatchSerializer]

  /** Without a SparkEnv the application has ended, and its configuration is gone. A table that is cached then fails as
    * in Spark.
    */
  private def configured(): CachedBatchSerializer = {
    val name = PruneConf.wrappedSerializer.read(key => Option(SparkEnv.get).flatMap(_.conf.getOption(key)))
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    if (name.isEmpty) new MappedTableSerializer
    else Class.forName(name, true, loader).getConstructor().newInstance().asInstanceOf[CachedBatchSerializer]
  }
}
