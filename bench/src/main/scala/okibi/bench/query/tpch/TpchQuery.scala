package okibi.bench.query.tpch

import okibi.bench.data.table.{GeneratedTable, TpchTables}
import okibi.bench.query.SuiteQuery

/** A query of TPC-H with the parameters of the standard's validation run, `q01` to `q22`. */
final case class TpchQuery(number: Int) extends SuiteQuery {
  override val name: String = f"q$number%02d"

  /** The text for a scale factor, on which only query 11 depends. DuckDB understands the SQL too. */
  override def text(scaleFactor: Double): String = SuiteQuery
    .resource(s"/okibi/bench/query/tpch/$name.sql")
    .replace(
      ":fraction",
      new java.math.BigDecimal("0.0001")
        .divide(java.math.BigDecimal.valueOf(scaleFactor), 10, java.math.RoundingMode.HALF_UP)
        .toPlainString
    )

  override def tables: Seq[GeneratedTable] = SuiteQuery.tablesIn(text(1), TpchTables.all)
}

object TpchQuery {
  val all: Seq[TpchQuery] = (1 to 22).map(TpchQuery(_))
}
