package okibi.core.kit

import java.sql.Connection

object JdbcRows {

  /** All rows of a query's answer, each with the objects that the driver makes of the columns.
    *
    * @throws java.sql.SQLException when the database refuses the query
    */
  def read(connection: Connection, query: String): Seq[Seq[Any]] = {
    val statement = connection.createStatement()
    try {
      val answer = statement.executeQuery(query)
      val columns = answer.getMetaData.getColumnCount
      val rows = Seq.newBuilder[Seq[Any]]
      while (answer.next()) rows += (1 to columns).map(answer.getObject)
      rows.result()
    } finally statement.close()
  }
}
