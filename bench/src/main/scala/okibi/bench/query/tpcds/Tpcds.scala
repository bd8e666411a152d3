package okibi.bench.query.tpcds

import okibi.bench.data.table.{GeneratedTable, TpcdsTables}
import okibi.bench.query.{QuerySuite, SuiteQuery}

/** TPC-DS: 24 tables, and the 99 queries of version 1.4 from Spark's own tests, four of which have two variants. */
object Tpcds extends QuerySuite {
  override val name = "tpcds"
  override val title = "TPC-DS"
  override def tables: Seq[GeneratedTable] = TpcdsTables.all
  override val queries: Seq[SuiteQuery] = TpcdsQuery.all
}
