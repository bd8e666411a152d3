package org.apache.spark.sql.execution.arrow

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** Batches of rows in Arrow's format for streams, by the settings of [[RowsToArrow]]. */
private[arrow] object ArrowBatches {
  def hasShortOffsets(conf: SQLConf): Boolean = !conf.arrowUseLargeVarTypes

  def of(
      rows: Iterator[InternalRow],
      schema: StructType,
      settings: RowsToArrow,
      context: TaskContext
  ): Iterator[Array[Byte]] = ArrowConverters.toBatchIterator(
    rows,
    schema,
    settings.mostRows.toLong,
    settings.timeZone,
    settings.refusesEqualNames,
    !settings.hasShortOffsets,
    context
  )
}
