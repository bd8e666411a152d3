package okibi.spark.sql.table

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}

/** Batches for tests that have no Spark session. */
object BatchFixture {

  /** The rows as batches that a scan reads. */
  def columnar(rows: Seq[InternalRow], types: Seq[DataType]): Seq[ColumnarBatch] =
    cached(rows, types).map(new ReadBatch(_, new BatchReader(types.indices.toArray, types.toArray))).toSeq

  /** Refers to the reader, whose memory the vectors read. */
  private final class ReadBatch(batch: CachedBatch, val reader: BatchReader)
      extends ColumnarBatch(reader.read(batch).asInstanceOf[Array[ColumnVector]], batch.numRows)

  /** The rows as batches that the cache keeps, in the heap. */
  def cached(rows: Seq[InternalRow], types: Seq[DataType]): Iterator[CachedBatch] =
    new PartitionWriter(rows.iterator, types, mapped = false)
}
