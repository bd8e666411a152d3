package okibi.bench.query.tpch

import okibi.bench.data.table.{GeneratedTable, TpchTables}
import okibi.bench.query.{QuerySuite, SuiteQuery, TableFiles}

/** TPC-H: eight tables and 22 queries. */
object Tpch extends QuerySuite {
  override val name = "tpch"
  override val title = "TPC-H"
  override def tables: Seq[GeneratedTable] = TpchTables.all
  override val queries: Seq[SuiteQuery] = TpchQuery.all
  override val codecs: Seq[String] = Seq(TableFiles.zstd, TableFiles.uncompressed)
}
