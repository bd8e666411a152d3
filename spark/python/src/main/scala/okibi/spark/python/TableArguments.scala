package okibi.spark.python

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import okibi.spark.sql.arrow.BatchFiller

import org.apache.arrow.vector.VectorSchemaRoot
import org.apache.arrow.vector.types.pojo.Schema
import org.apache.spark.TaskContext
import org.apache.spark.sql.execution.arrow.RowsToArrow
import org.apache.spark.sql.execution.python.KeptBatches
import org.apache.spark.sql.vectorized.{ArrowColumnVector, ColumnVector, ColumnarBatch}

/** Rows of a scan of a cached table as arguments of functions in Python, which keeps the rows until the results come. For
  * one task; before Spark 4.0 the task takes on one thread what another one loads, and the other may outlive the task.
  *
  * @param filler    gathers the arguments, and then the other columns
  * @param schema    of all these columns
  * @param arguments how many columns are arguments
  * @param kept      the places of the columns to keep, in their order
  */
private[python] final class TableArguments(
    filler: BatchFiller,
    schema: Schema,
    arguments: Int,
    kept: Array[Int],
    context: TaskContext
) extends KeptBatches {
  private val allocator = RowsToArrow.allocator(s"okibi, task ${context.taskAttemptId()}")
  private val loaded = new ConcurrentLinkedQueue[VectorSchemaRoot]
  private var taken: VectorSchemaRoot = _
  private var isClosed = false

  context.addTaskCompletionListener[Unit](_ => close())

  override def hasNext: Boolean = filler.hasRows

  override def load(root: VectorSchemaRoot): Unit = synchronized {
    if (isClosed) throw new IllegalStateException("The task has ended.")
    val buffers = new SparkBuffers(allocator)
    try {
      val filled = filler.fill(buffers)
      val all = VectorSchemaRoot.create(schema, allocator)
      try {
        all.getFieldVectors.asScala.zipWithIndex.foreach { case (vector, i) =>
          TableVectors.load(vector, filled, i)
          if (i < arguments) TableVectors.load(root.getVector(i), filled, i)
        }
        all.setRowCount(filled.rows)
        root.setRowCount(filled.rows)
      } catch { case error: Throwable => all.close(); throw error }
      loaded.add(all)
    } finally buffers.releaseAll()
  }

  override def take(): ColumnarBatch = {
    if (taken != null) taken.close()
    taken = loaded.poll()
    if (taken == null)
      throw new IllegalStateException("Functions in Python yielded more batches than they got.")
    val columns = kept.map(place => new ArrowColumnVector(taken.getVector(place)): ColumnVector)
    new ColumnarBatch(columns, taken.getRowCount)
  }

  private def close(): Unit = synchronized {
    isClosed = true
    if (taken != null) taken.close()
    loaded.forEach(_.close())
    allocator.close()
  }
}
