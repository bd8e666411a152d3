package okibi.spark.sql.kit

import java.nio.file.{Files, Paths}
import java.util

import scala.jdk.CollectionConverters._

import org.apache.arrow.memory.RootAllocator
import org.apache.arrow.vector.FieldVector
import org.apache.arrow.vector.ipc.ArrowFileReader

/** What a file of Arrow has.
  *
  * @param rows      the values of each row as texts
  * @param batchRows how many rows each batch has
  */
final case class ArrowContent(schema: String, rows: Seq[Seq[String]], batchRows: Seq[Int])

object ArrowContent {

  /** Reads a file by Arrow's own reader, and deletes it. */
  def take(path: String): ArrowContent = {
    val file = Paths.get(path)
    val allocator = new RootAllocator
    try {
      val reader = new ArrowFileReader(Files.newByteChannel(file), allocator)
      try contentOf(reader)
      finally reader.close()
    } finally {
      allocator.close()
      Files.delete(file)
    }
  }

  private def contentOf(reader: ArrowFileReader): ArrowContent = {
    val root = reader.getVectorSchemaRoot
    val batches = reader.getRecordBlocks.asScala.toSeq.map { block =>
      reader.loadRecordBatch(block)
      rows(root.getFieldVectors, root.getRowCount)
    }
    ArrowContent(root.getSchema.toString, batches.flatten, batches.map(_.size))
  }

  /** The values of each row of vectors as texts. */
  def rows(vectors: util.List[FieldVector], count: Int): Seq[Seq[String]] =
    (0 until count).map(row => vectors.asScala.toSeq.map(vector => text(vector.getObject(row))))

  private def text(value: Any): String = value match {
    case bytes: Array[Byte] => bytes.mkString(" ")
    case other => String.valueOf(other)
  }
}
