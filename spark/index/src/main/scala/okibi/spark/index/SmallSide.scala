package okibi.spark.index

import java.util.{Collections, WeakHashMap}

import org.apache.spark.SparkContext
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.rdd.RDD

import scala.reflect.ClassTag

/** The small side of a join, computed once: what is asked of the index and what is joined must be the same rows. */
private[index] object SmallSide {

  /** All rows, or nothing if there are more than `limit`. They come in arrays of objects, which Kryo knows although every class must
    * be registered; an application whose joins work need not have registered arrays of its rows.
    */
  def collect[T](small: RDD[T], limit: Int): Option[Array[Any]] = {
    val rows = small.map(identity[Any])(ClassTag.Any).take(limit + 1)
    if (rows.length > limit) None else Some(rows)
  }

  /** Sends rows to the tasks.
    *
    * @param tableOf what tasks look rows up in, made once on each executor; thread-safe for reading
    */
  def send[M <: AnyRef](context: SparkContext, rows: Array[Any])(tableOf: Array[Any] => M): SentTable[M] =
    new SentTable(context.broadcast(rows), tableOf)
}

/** A table of the rows of a small side. Only rows travel: Spark's serializer, which writes them, need not know the table's class. */
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

  /** By the rows that they are made of: an array equals itself only, and is held by its broadcast. */
  private val made = Collections.synchronizedMap(new WeakHashMap[Array[Any], AnyRef])
}
