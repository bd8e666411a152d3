package org.apache.spark.sql.execution.arrow

import org.apache.arrow.memory.BufferAllocator
import org.apache.arrow.vector.types.pojo.Schema
import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.ArrowUtils

/** Spark's own way from rows to Arrow, by the settings of a session.
  *
  * @param mostRows        of a batch
  * @param hasShortOffsets whether strings have offsets of four bytes
  */
final case class RowsToArrow private (
    timeZone: String,
    refusesEqualNames: Boolean,
    hasShortOffsets: Boolean,
    mostRows: Int
) {
  def schema(of: StructType): Schema = ArrowUtils.toArrowSchema(of, timeZone, refusesEqualNames, !hasShortOffsets)

  /** Messages of Arrow's format for streams, a batch of rows each. In a task. */
  def messages(rows: Iterator[InternalRow], schema: StructType, context: TaskContext): Iterator[Array[Byte]] =
    ArrowBatches.of(rows, schema, this, context)
}

object RowsToArrow {

  /** Rows of a batch where Spark has no bound. */
  private val enough = 1 << 16

  def of(conf: SQLConf): RowsToArrow = {
    val wanted = conf.arrowMaxRecordsPerBatch
    RowsToArrow(
      conf.sessionLocalTimeZone,
      conf.pandasStructHandlingMode == "legacy",
      ArrowBatches.hasShortOffsets(conf),
      if (wanted <= 0) enough else math.min(wanted, enough)
    )
  }

  /** Bytes of all buffers of Spark's Arrow. */
  def allocatedBytes: Long = ArrowUtils.rootAllocator.getAllocatedMemory

  /** An allocator of Spark's Arrow. The caller closes it. */
  def allocator(name: String): BufferAllocator = ArrowUtils.rootAllocator.newChildAllocator(name, 0, Long.MaxValue)
}
