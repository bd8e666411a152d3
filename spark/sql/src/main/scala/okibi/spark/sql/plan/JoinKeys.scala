package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression

/** The keys of one side of a join.
  *
  * @param columns what is known of each key column, in the order of the keys
  */
private[plan] final case class JoinKeys(columns: Seq[KeyColumn]) {

  /** Predicates that a column must fulfil to find a partner, given with the positions of their keys. */
  def predicates(wanted: Seq[(Int, Expression)]): Known = {
    val said = wanted.map { case (at, column) => columns(at).predicates(column) }
    Known(said.flatMap(_.all), said.flatMap(_.small))
  }
}

private[plan] object JoinKeys {

  /** Keys read at most: of a broadcast of more nothing is known. */
  private val mostRead = 2000000

  /** @param rows     keys, some maybe more than once
    * @param take     takes each key column out of a row
    * @param mostKeys distinct values kept of a column
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
