package okibi.bench.query.tpcds

import okibi.bench.data.table.{GeneratedTable, TpcdsTables}
import okibi.bench.query.SuiteQuery

/** A query of TPC-DS with the parameters of Spark's tests. The build takes its text from the published jar of these
  * tests.
  *
  * @param variant `a` or `b` of a query that has two, else empty
  */
final case class TpcdsQuery(number: Int, variant: String) extends SuiteQuery {
  override val name: String = f"q$number%02d$variant"

  override def text(scaleFactor: Double): String = SuiteQuery.resource(s"/tpcds/q$number$variant.sql")

  override lazy val tables: Seq[GeneratedTable] = SuiteQuery.tablesIn(text(1), TpcdsTables.all)
}

object TpcdsQuery {
  private val inTwoVariants = Set(14, 23, 24, 39)

  val all: Seq[TpcdsQuery] = (1 to 99).flatMap(number =>
    if (inTwoVariants(number)) Seq("a", "b").map(TpcdsQuery(number, _)) else Seq(TpcdsQuery(number, ""))
  )
}
