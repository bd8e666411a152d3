package okibi.spark.sql.prune

import okibi.core.conf.PruneConf
import okibi.spark.sql.stats.KeyOrder
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

/** Stands in `spark.sql.cache.serializer`: any format of cached tables, with what is needed to prune them. Rows pass through
  * to the format; on their way bounds and sets of values are gathered for the driver, and batches are filtered by more
  * kinds of predicates than Spark's own filter knows. Thread-safe.
  *
  * @param inner the format
  */
final class PruningSerializer(protected val inner: CachedBatchSerializer) extends WrappedSerializer {

  /** Wraps the class that the configuration names; the constructor that Spark calls. */
  def this() = this(PruningSerializer.configured())

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
      new Filling(input, schema, conf, PruningSerializer.keepsBounds(inner), inner.isInstanceOf[MappedTableSerializer])
    filling.summarized(inner.convertInternalRowToCachedBatch(filling.watched, schema, storageLevel, conf))
  }

  /** Columns of a foreign format may be anywhere, on a GPU for instance: only its batches are looked at. */
  override def convertColumnarBatchToCachedBatch(
      input: RDD[ColumnarBatch],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] = {
    val batches = inner.convertColumnarBatchToCachedBatch(input, schema, storageLevel, conf)
    new Filling(batches, schema, conf, keepsBounds = true, keepsTexts = false).summarized(batches)
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

  /** Replaces Spark's own filter, which loses rows with NaN and batches without bounds; a format's own one stays, before ours. */
  override def buildFilter(
      predicates: Seq[Expression],
      cachedAttributes: Seq[Attribute]
  ): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] = {
    val own: Option[(Int, Iterator[CachedBatch]) => Iterator[CachedBatch]] =
      if (PruningSerializer.isFilterOurs(inner)) None else Some(inner.buildFilter(predicates, cachedAttributes))
    val ours = new Analysis(cachedAttributes, Rules.current, Nil).conjunction(predicates).map { test =>
      new BatchFilter(PruningSerializer.orders(cachedAttributes), test)
    }
    (own, ours) match {
      case (None, None) => PruningSerializer.everything
      case (Some(first), None) => first
      case (None, Some(second)) => second
      case (Some(first), Some(second)) => (partition, batches) => second(partition, first(partition, batches))
    }
  }
}

object PruningSerializer {
  private val everything: (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] = (_, batches) => batches

  private[prune] def orders(schema: Seq[Attribute]): Array[KeyOrder] =
    schema.map(attribute => KeyOrder.of(attribute.dataType).orNull).toArray

  private def keepsBounds(inner: CachedBatchSerializer): Boolean =
    inner.isInstanceOf[SimpleMetricsCachedBatchSerializer]

  /** Whether our filter does all that the format's own one does. */
  private def isFilterOurs(inner: CachedBatchSerializer): Boolean = inner.isInstanceOf[MappedTableSerializer] ||
    inner.getClass
      .getMethod("buildFilter", classOf[Seq[_]], classOf[Seq[_]])
      .getDeclaringClass == classOf[SimpleMetricsCachedBatchSerializer]

  /** Without an environment the application has ended, and its configuration with it: what is cached then fails as in Spark. */
  private def configured(): CachedBatchSerializer = {
    val name = PruneConf.wrappedSerializer.read(key => Option(SparkEnv.get).flatMap(_.conf.getOption(key)))
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    if (name.isEmpty) new MappedTableSerializer
    else Class.forName(name, true, loader).getConstructor().newInstance().asInstanceOf[CachedBatchSerializer]
  }
}
