package okibi.spark.comet

import okibi.spark.sql.arrow.ArrowForm

import org.apache.arrow.memory.BufferAllocator
import org.apache.arrow.vector.ipc.ArrowReader
import org.apache.comet.CometConf
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.comet.CometSparkToColumnarExec
import org.apache.spark.sql.execution.SparkPlan

import scala.reflect.ClassTag

/** Comet's node between Spark's columns and native operators, for columns of cached tables: copies them into Arrow's
  * buffers in bulk, where Comet asks for each value. It is a subclass of Comet's node, because Comet looks for that class
  * where native operators get their input.
  *
  * Arrow has the name in this file for the compiler of Scala alone; Comet's classes contain it under another name, which
  * the classes in Java say.
  *
  * @param scan  a scan of a cached table
  * @param forms of the scan's columns
  */
private[comet] final class TableToArrowExec(scan: SparkPlan, @transient forms: Array[ArrowForm])
    extends CometSparkToColumnarExec(scan) {

  override def nodeName: String = "OkibiTableToArrow"

  override protected def mapToReaders[T: ClassTag](
      consume: (String, BufferAllocator => ArrowReader) => Iterator[T]
  ): RDD[T] = {
    val (rows, batches, time) =
      (longMetric("numInputRows"), longMetric("numOutputBatches"), longMetric("conversionTime"))
    val counts: TableArrowReader.Counts = (batchRows: Int, copyingNanos: Long) => {
      rows += batchRows
      batches += 1
      time += copyingNanos
    }
    val mostRows = CometConf.COMET_BATCH_SIZE.get(conf)
    val (name, schema, columns) = (nodeName, scan.schema, forms)
    scan.executeColumnar().mapPartitions { read =>
      val reader = TableArrowReader.of(schema, columns, read, mostRows, counts)
      consume(name, reader.asInstanceOf[BufferAllocator => ArrowReader])
    }
  }

  // Equal nodes replace each other nowhere in a plan: this one must differ from Comet's on the same scan.

  override def canEqual(that: Any): Boolean = that.isInstanceOf[TableToArrowExec]

  override def equals(that: Any): Boolean = that match {
    case other: TableToArrowExec => child == other.child
    case _ => false
  }

  override def hashCode(): Int = child.hashCode + 1

  override protected def otherCopyArgs: Seq[AnyRef] = Seq(forms)

  override protected def withNewChildInternal(child: SparkPlan): CometSparkToColumnarExec =
    TableScans.forms(child).fold(super.withNewChildInternal(child))(new TableToArrowExec(child, _))
}
