package okibi.spark.python

import scala.jdk.CollectionConverters._

import okibi.spark.sql.arrow.{BatchFiller, FilledBatch}

import org.apache.arrow.memory.ArrowBuf
import org.apache.arrow.vector.{FieldVector, VectorSchemaRoot}
import org.apache.arrow.vector.complex.StructVector
import org.apache.arrow.vector.ipc.message.ArrowFieldNode
import org.apache.spark.sql.execution.python.VectorBatches

/** Rows of a scan of a cached table as structs for a function in Python. For one task. */
private[python] final class TableVectors(filler: BatchFiller) extends VectorBatches {
  override def hasNext: Boolean = filler.hasRows

  override def load(root: VectorSchemaRoot): Unit = {
    val struct = root.getVector(0).asInstanceOf[StructVector]
    val buffers = new SparkBuffers(struct.getAllocator)
    try {
      val filled = filler.fill(buffers)
      struct.getChildrenFromFields.asScala.zipWithIndex.foreach { case (field, i) =>
        TableVectors.load(field, filled, i)
      }
      val noNulls = new ArrowFieldNode(filled.rows.toLong, 0)
      struct.loadFieldBuffers(noNulls, Seq(struct.getAllocator.getEmpty).asJava)
      root.setRowCount(filled.rows)
    } finally buffers.releaseAll()
  }
}

private[python] object TableVectors {

  /** Makes a column the content of a vector, which holds the buffers from then on too. */
  def load(vector: FieldVector, filled: FilledBatch[ArrowBuf], column: Int): Unit = {
    val content = filled.columns(column)
    vector.loadFieldBuffers(
      new ArrowFieldNode(filled.rows.toLong, content.nulls.toLong),
      content.filledBuffers.asJava
    )
  }
}
