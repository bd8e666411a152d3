package okibi.spark.sql.table

import java.io.{DataInput, DataOutput}

import okibi.spark.shims.OwnRecords

import org.apache.spark.sql.catalyst.expressions.UnsafeRow

/** The byte format of blocks of cached tables. For each batch:
  *
  * {{{
  * fields of the statistics (4), bytes of the statistics (4), statistics, rows (4), bytes of the batch (4), batch
  * }}}
  */
private[spark] object TableBatches extends OwnRecords {
  override def contains(record: Any): Boolean = record.isInstanceOf[TableBatch]

  override def write(record: Any, out: DataOutput): Unit = {
    val batch = record.asInstanceOf[TableBatch]
    val stats = batch.stats.getBytes
    out.writeInt(batch.stats.numFields)
    out.writeInt(stats.length)
    out.write(stats)
    batch.writeRows(out)
  }

  override def read(in: DataInput): TableBatch = {
    val fields = in.readInt()
    val bytes = TableBatch.readBytes(in)
    val leastBytes = UnsafeRow.calculateBitSetWidthInBytes(fields) + 8L * fields
    if (fields < 0 || bytes.length < leastBytes || bytes.length % 8 != 0)
      throw TableBatch.damaged(s"${bytes.length} bytes of statistics for $fields fields")
    val stats = new UnsafeRow(fields)
    stats.pointTo(bytes, bytes.length)
    val batch = new TableBatch(0, stats, 0)
    batch.readRows(in)
    batch
  }
}
