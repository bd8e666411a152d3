package okibi.spark.sql.prune

import okibi.spark.sql.stats.{ColumnGroup, SqlKeyOrder, RowSetCollector, SetForm, SetsPacket}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.CollectionAccumulator

/** Learns which tuples of a group of columns a partition holds, while a scan reads the partition. The driver accepts
  * the tuples only of partitions all of whose rows were read. Sent to the tasks.
  *
  * @param orders   of the group's columns
  * @param ordinals of the group's columns in the rows of the scan
  */
private[sql] final class GroupLearner(
    group: ColumnGroup,
    form: SetForm,
    orders: Array[SqlKeyOrder],
    ordinals: Array[Int],
    setBytes: Int,
    arrivals: CollectionAccumulator[Array[Byte]]
) extends Serializable {

  /** The batches of a partition, observed as they pass.
    *
    * @param partition the number in the cached RDD
    */
  def batches(partition: Int, read: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] = {
    val tuples = new TupleCollector(partition)
    ObservedIterator[ColumnarBatch](
      read,
      batch => {
        val rows = batch.numRows
        var i = 0
        while (i < rows) {
          tuples.add(batch.getRow(i))
          i += 1
        }
      }
    )(tuples.send())
  }

  /** The rows of a partition, observed as they pass.
    *
    * @param partition the number in the cached RDD
    */
  def rows(partition: Int, read: Iterator[InternalRow]): Iterator[InternalRow] = {
    val tuples = new TupleCollector(partition)
    ObservedIterator[InternalRow](read, tuples.add)(tuples.send())
  }

  private final class TupleCollector(partition: Int) {
    private val collector = RowSetCollector(group, form, orders, ordinals, Int.MaxValue, setBytes)
    private var rows = 0L
    private var isCollecting = true

    def add(row: InternalRow): Unit = {
      rows += 1
      isCollecting = isCollecting && collector.add(row)
    }

    def send(): Unit = if (isCollecting)
      collector.result().foreach(set => arrivals.add(SetsPacket(partition, rows, Seq(group -> set)).encode))
  }
}
