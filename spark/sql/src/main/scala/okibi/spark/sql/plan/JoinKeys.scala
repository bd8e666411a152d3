package okibi.spark.sql.plan

import okibi.spark.sql.predicate.ScanPredicates

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression

/** What is known of the keys of one side of a join.
  *
  * @param columns of each key column, in the order of the keys
  */
private[plan] final case class JoinKeys(columns: Seq[KeyColumn]) {

  /** The predicates that rows satisfy which have a partner in the join.
    *
    * @param wanted columns with the positions of their keys
    */
  def predicates(wanted: Seq[(Int, Expression)]): ScanPredicates =
    ScanPredicates.all(wanted.map { case (position, column) => columns(position).predicates(column) })
}

private[plan] object JoinKeys {

  /** The largest number of rows of a broadcast to read. Of a larger broadcast nothing is known. */
  private val mostRead = 2000000

  /** @param rows     with the keys; a key may occur more than once
    * @param take     extracts each key column from a row
    * @param mostKeys the largest number of distinct values to keep of a column
    */
  def collect(rows: Iterator[InternalRow], take: Seq[Expression], mostKeys: Int): JoinKeys = {
    val expressions = take.toArray
    val columns = expressions.map(key => new KeyColumnBuilder(key.dataType, mostKeys))
    var read = 0
    while (rows.hasNext && read < mostRead) {
      val row = rows.next()
      var i = 0
      while (i < columns.length) {
        columns(i).add(expressions(i).eval(row))
        i += 1
      }
      read += 1
    }
    if (rows.hasNext) JoinKeys(columns.toSeq.map(_ => KeyColumn.unknown)) else JoinKeys(columns.toSeq.map(_.result))
  }
}
