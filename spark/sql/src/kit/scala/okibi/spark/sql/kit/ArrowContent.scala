package okibi.spark.sql.kit

import java.nio.file.{Files, Paths}

import scala.jdk.CollectionConverters._

import org.apache.arrow.memory.RootAllocator
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
    val vectors = root.getFieldVectors.asScala.toSeq
    val batches = reader.getRecordBlocks.asScala.toSeq.map { block =>
      reader.loadRecordBatch(block)
      (0 until root.getRowCount).map(row => vectors.map(vector => text(vector.getObject(row))))
    }
    ArrowContent(root.getSchema.toString, batches.flatten, batches.map(_.size))
  }

  private def text(value: Any): String = value match {
    case bytes: Array[Byte] => bytes.mkString(" ")
    case other => String.valueOf(other)
  }
}
