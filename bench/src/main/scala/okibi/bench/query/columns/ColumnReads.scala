package okibi.bench.query.columns

import okibi.bench.data.table.{CellsTable, GeneratedTable}
import okibi.bench.query.{QuerySuite, SuiteQuery, TablesJob, QueriesJob}

/** Queries that read none, one, three or six columns of a table and do little else, as Comet compares caches (its issue
  * 5485), and two that do more with the rows: an aggregation and a join.
  */
object ColumnReads extends QuerySuite {
  override val name = "columns"
  override val title = "reads of columns"
  override val tables: Seq[GeneratedTable] = Seq(CellsTable.table)

  /** Queries that read and do little else. */
  val reads: Seq[SuiteQuery] = Seq(
    Query(1, "read0", "select count(*) from cells"),
    Query(2, "read1", "select sum(n2) from cells"),
    Query(3, "read3", "select sum(n1), sum(n2), sum(length(s1)) from cells"),
    Query(4, "read6", "select sum(n1), sum(n2), sum(n3), sum(length(s1)), sum(length(s2)), sum(length(s3)) from cells")
  )

  override val queries: Seq[SuiteQuery] = reads ++ Seq(
    Query(5, "rows1", "select s1, sum(n2), max(n1) from cells group by s1"),
    Query(6, "rows2", "select count(*) from cells a join cells b on a.n2 = b.n2 + 1 where b.n1 < 500")
  )

  private final case class Query(number: Int, name: String, sql: String) extends SuiteQuery {
    override def text(scaleFactor: Double): String = sql
    override def tables: Seq[GeneratedTable] = ColumnReads.tables
  }
}

object ColumnReadsDataJob extends TablesJob(ColumnReads)

object ColumnReadsJob extends QueriesJob(ColumnReads)
