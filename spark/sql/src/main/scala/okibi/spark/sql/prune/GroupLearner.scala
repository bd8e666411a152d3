package okibi.spark.sql.prune

import okibi.spark.sql.stats.{ColumnGroup, SqlKeyOrder, RowSetCollector, SetForm, SetsPacket}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.CollectionAccumulator

/** Learns which tuples of a group of columns a partition holds, while a scan reads it. Sent to the tasks. The driver
  * believes it only of partitions all of whose rows were read.
  *
  * @param orders   of the group's columns
  * @param ordinals of the group's columns in what the scan yields
  */
final class GroupLearner private[prune] (
    group: ColumnGroup,
    form: SetForm,
    orders: Array[SqlKeyOrder],
    ordinals: Array[Int],
    setBytes: Int,
    arrivals: CollectionAccumulator[Array[Byte]]
) extends Serializable {

  /** @param partition its number in the cached RDD */
  def batches(partition: Int, read: Iterator[ColumnarBatch]): Iterator[ColumnarBatch] = {
    val learning = new Learning(partition)
    ObservedIterator[ColumnarBatch](
      read,
      batch => {
        val rows = batch.numRows
        var i = 0
        while (i < rows) {
          learning.add(batch.getRow(i))
          i += 1
        }
      }
    )(learning.send())
  }

  /** @param partition its number in the cached RDD */
  def rows(partition: Int, read: Iterator[InternalRow]): Iterator[InternalRow] = {
    val learning = new Learning(partition)
    ObservedIterator[InternalRow](read, learning.add)(learning.send())
  }

  private final class Learning(partition: Int) {
    private val collector = RowSetCollector(group, form, orders, ordinals, Int.MaxValue, setBytes)
    private var rows = 0L
    private var hopeful = true

    def add(row: InternalRow): Unit = {
      rows += 1
      hopeful = hopeful && collector.add(row)
    }

    def send(): Unit = if (hopeful)
      collector.result().foreach(set => arrivals.add(SetsPacket(partition, rows, Seq(group -> set)).encode))
  }
}
