package okibi.core.kit

import java.sql.{DriverManager, Statement}

/** Another engine, in memory: the judge of answers. Not safe for several threads.
  *
  * A judge may not race. DuckDB 1.4.1 with several threads loses rows now and then: a semi join over a `LIMIT` gave no
  * rows 11 times in 5,000, and always the right ones without `join_filter_pushdown` or with one thread.
  */
final class DuckDb extends AutoCloseable {
  private val connection = DriverManager.getConnection("jdbc:duckdb:")
  execute("set threads = 1")
  execute("set disabled_optimizers = 'join_filter_pushdown'")

  /** @throws java.sql.SQLException when DuckDB refuses the text */
  def execute(text: String): Unit = using { statement => statement.execute(text); () }

  /** All rows of a query's answer, each with the objects that the driver makes of the columns.
    *
    * @throws java.sql.SQLException when DuckDB refuses the query
    */
  def rows(query: String): Seq[Seq[Any]] = using { statement =>
    val answer = statement.executeQuery(query)
    val columns = answer.getMetaData.getColumnCount
    val rows = Seq.newBuilder[Seq[Any]]
    while (answer.next()) rows += (1 to columns).map(answer.getObject)
    rows.result()
  }

  private def using[T](work: Statement => T): T = {
    val statement = connection.createStatement()
    try work(statement)
    finally statement.close()
  }

  override def close(): Unit = connection.close()
}
