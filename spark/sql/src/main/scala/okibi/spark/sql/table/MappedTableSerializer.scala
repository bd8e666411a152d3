package okibi.spark.sql.table

import okibi.spark.sql.column.{ColumnKind, VectorFactory}

import org.apache.spark.okibi.LocalFiles
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.columnar.{CachedBatch, SimpleMetricsCachedBatchSerializer}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}
import org.apache.spark.storage.StorageLevel

/** Stores cached tables as columns in memory-mapped files. A format for `spark.sql.cache.serializer`.
  *
  * Storage levels that keep objects in memory are mapped. Serialised levels, DISK_ONLY and OFF_HEAP, and all levels
  * while local files are encrypted, keep the same bytes in Spark's own store. Thread-safe.
  */
class MappedTableSerializer extends SimpleMetricsCachedBatchSerializer {

  override def supportsColumnarInput(schema: Seq[Attribute]): Boolean = false

  override def convertColumnarBatchToCachedBatch(
      input: RDD[ColumnarBatch],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] =
    throw new UnsupportedOperationException(
      "A cached table was given columns, but it is filled with rows. This is a bug of Okibi, please report it."
    )

  override def convertInternalRowToCachedBatch(
      input: RDD[InternalRow],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] = {
    val types = schema.map(_.dataType)
    val mayMap = storageLevel.useMemory && storageLevel.deserialized && !storageLevel.useOffHeap
    val maxRows = BatchWriter.maxRows(conf)
    UnusedSettings.warn(conf)
    input.mapPartitions(
      rows => new PartitionWriter(rows, types, mayMap && !LocalFiles.areEncrypted, maxRows),
      preservesPartitioning = true
    )
  }

  override def supportsColumnarOutput(schema: StructType): Boolean =
    schema.fields.forall(field => ColumnKind.of(field.dataType).hasVector)

  override def vectorTypes(attributes: Seq[Attribute], conf: SQLConf): Option[Seq[String]] =
    Some(attributes.map(attribute => VectorFactory.className(attribute.dataType)))

  override def convertCachedBatchToColumnarBatch(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[ColumnarBatch] = {
    val columns = MappedTableSerializer.indices(cacheAttributes, selectedAttributes)
    val types = selectedAttributes.map(_.dataType).toArray
    new ScanRDD(
      input,
      { batches =>
        val reader = new BatchReader(columns, types)
        batches.map(batch => new ColumnarBatch(reader.read(batch).asInstanceOf[Array[ColumnVector]], batch.numRows))
      }
    )
  }

  override def convertCachedBatchToInternalRow(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[InternalRow] = {
    val columns = MappedTableSerializer.indices(cacheAttributes, selectedAttributes)
    val types = selectedAttributes.map(_.dataType).toArray
    new ScanRDD(input, batches => new RowIterator(batches, new BatchReader(columns, types), columns.length))
  }

  /** Leaves out predicates on columns without bounds: Spark's filter would drop every batch, because it takes a missing
    * bound for a batch that cannot match.
    */
  override def buildFilter(
      predicates: Seq[Expression],
      cachedAttributes: Seq[Attribute]
  ): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] =
    super.buildFilter(
      predicates.filter(_.references.forall(column => ColumnKind.hasBounds(column.dataType))),
      cachedAttributes
    )
}

private object MappedTableSerializer {
  private def indices(cached: Seq[Attribute], selected: Seq[Attribute]): Array[Int] = {
    val places = cached.map(_.exprId).zipWithIndex.toMap
    selected.map(attribute => places(attribute.exprId)).toArray
  }
}
