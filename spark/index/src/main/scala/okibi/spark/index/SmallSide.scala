package okibi.spark.index

import org.apache.spark.rdd.RDD

/** The small side of a join, computed once: what is asked of the index and what is joined must be the same rows. */
private[index] object SmallSide {

  /** All rows, or nothing if there are more than `limit`. */
  def collect[T](small: RDD[T], limit: Int): Option[Array[T]] = {
    val rows = small.take(limit + 1)
    if (rows.length > limit) None else Some(rows)
  }
}
