package okibi.spark.sql.table

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}

/** Batches as a scan reads them, without Spark around. */
object Batches {
  def of(rows: Seq[InternalRow], types: Seq[DataType]): Seq[ColumnarBatch] = {
    val reader = new BatchReader(types.indices.toArray, types.toArray)
    new PartitionWriter(rows.iterator, types, mapped = false)
      .map(batch => new ColumnarBatch(reader.read(batch).asInstanceOf[Array[ColumnVector]], batch.numRows)).toSeq
  }
}
