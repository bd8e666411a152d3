package org.apache.spark.sql.execution.python

import org.apache.arrow.vector.VectorSchemaRoot

/** Batches of rows for a function in Python, as Arrow's vectors in place of rows. For one thread at a time. */
trait VectorBatches {
  def hasNext: Boolean

  /** Makes the next batch the only content of a root, with buffers of the root's allocator. */
  def load(root: VectorSchemaRoot): Unit
}
