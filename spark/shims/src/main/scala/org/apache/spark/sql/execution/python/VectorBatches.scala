package org.apache.spark.sql.execution.python

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Batches of rows for a function in Python, as Arrow's vectors in place of rows. For one thread at a time. */
trait VectorBatches {
  def hasNext: Boolean

  /** Makes the next batch the only content of a root, with buffers of the root's allocator. */
  def load(root: VectorSchemaRoot): Unit
}

/** Batches for functions of which the rows are kept until the results come, in the same order. */
trait KeptBatches extends VectorBatches {

  /** The columns of the batch that was loaded earliest and was not taken. They are valid until the next call. */
  def take(): ColumnarBatch
}
