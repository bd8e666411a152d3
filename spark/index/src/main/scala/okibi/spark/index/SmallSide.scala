package okibi.spark.index

import java.util.{Collections, WeakHashMap}

import org.apache.spark.SparkContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.rdd.RDD

import scala.reflect.ClassTag

/** The small side of a join, computed once: the rows that ask the index and the rows that are joined must be the same.
  */
private[index] object SmallSide {

  /** All rows; None if there are more than `limit`. The rows are sent as arrays of objects, which Kryo knows even if
    * every class must be registered. An application whose joins work need not have registered arrays of its rows.
    */
  def collect[T](small: RDD[T], limit: Int): Option[Array[Any]] = {
    val rows = small.map(identity[Any])(ClassTag.Any).take(limit + 1)
    if (rows.length > limit) None else Some(rows)
  }

  /** Sends rows to the tasks.
    *
    * @param tableOf makes the table in which tasks look rows up, once on each executor; the table must be thread-safe
    *                for reading
    */
  def send[M <: AnyRef](context: SparkContext, rows: Array[Any])(tableOf: Array[Any] => M): SentTable[M] =
    new SentTable(context.broadcast(rows), tableOf)
}

/** A table of the rows of a small side. Only the rows are sent: Spark's serializer, which writes them, need not know
  * the table's class.
  */
private[index] final class SentTable[M <: AnyRef] private[index] (rows: Broadcast[Array[Any]], tableOf: Array[Any] => M)
    extends Serializable {
  def get: M = {
    val here = rows.value
    here.synchronized {
      val known = SentTable.made.get(here)
      if (known != null) known.asInstanceOf[M]
      else {
        val table = tableOf(here)
        SentTable.made.put(here, table)
        table
      }
    }
  }
}

private object SentTable {

  /** Tables by the rows that they are made of. An array equals only itself, and its broadcast keeps it alive. */
  private val made = Collections.synchronizedMap(new WeakHashMap[Array[Any], AnyRef])
}
