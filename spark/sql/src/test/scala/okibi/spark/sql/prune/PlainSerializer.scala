package okibi.spark.sql.prune

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, UnsafeProjection}
import org.apache.spark.sql.columnar.{CachedBatch, CachedBatchSerializer}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.storage.StorageLevel

/** A batch of a foreign format: rows without statistics. */
final case class PlainBatch(rows: Array[InternalRow]) extends CachedBatch {
  override def numRows: Int = rows.length
  override def sizeInBytes: Long = rows.length
}

/** A foreign format of cached tables, which neither keeps statistics nor filters batches. */
class PlainSerializer extends CachedBatchSerializer {
  override def supportsColumnarInput(schema: Seq[Attribute]): Boolean = false
  override def supportsColumnarOutput(schema: StructType): Boolean = false

  override def convertInternalRowToCachedBatch(
      input: RDD[InternalRow],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] =
    input.mapPartitions(_.map(_.copy()).grouped(7).map(rows => PlainBatch(rows.toArray): CachedBatch))

  override def convertColumnarBatchToCachedBatch(
      input: RDD[ColumnarBatch],
      schema: Seq[Attribute],
      storageLevel: StorageLevel,
      conf: SQLConf
  ): RDD[CachedBatch] =
    throw new UnsupportedOperationException

  override def buildFilter(
      predicates: Seq[Expression],
      cachedAttributes: Seq[Attribute]
  ): (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] =
    (_, batches) => batches

  override def convertCachedBatchToColumnarBatch(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[ColumnarBatch] =
    throw new UnsupportedOperationException

  override def convertCachedBatchToInternalRow(
      input: RDD[CachedBatch],
      cacheAttributes: Seq[Attribute],
      selectedAttributes: Seq[Attribute],
      conf: SQLConf
  ): RDD[InternalRow] =
    input.mapPartitions { batches =>
      val selected = UnsafeProjection.create(selectedAttributes, cacheAttributes)
      batches.flatMap { case PlainBatch(rows) => rows.iterator.map(row => selected(row): InternalRow) }
    }
}
