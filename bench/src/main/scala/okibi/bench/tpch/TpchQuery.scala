package okibi.bench.tpch

import java.nio.charset.StandardCharsets.UTF_8

import scala.io.Source

/** A query of TPC-H with the parameters of the standard's validation run.
  *
  * @param name `q01` to `q22`
  */
final case class TpchQuery(name: String) {

  /** The text for a scale factor; only query 11 depends on it. It is SQL that DuckDB understands too. */
  def text(scaleFactor: Double): String = {
    val resource = s"/okibi/bench/tpch/$name.sql"
    val in = Option(getClass.getResourceAsStream(resource))
      .getOrElse(throw new IllegalStateException(s"$resource is not on the class path: this is a bug of Okibi's build."))
    val text = try Source.fromInputStream(in, UTF_8.name).mkString finally in.close()
    text.replace(":fraction", new java.math.BigDecimal("0.0001").divide(java.math.BigDecimal.valueOf(scaleFactor), 10, java.math.RoundingMode.HALF_UP).toPlainString)
  }

  /** The tables that the query reads. */
  def tables: Seq[TpchTable] = {
    val words = text(1).split("[^a-z_]+").toSet
    TpchTables.all.filter(table => words(table.name))
  }
}

object TpchQuery {
  val all: Seq[TpchQuery] = (1 to 22).map(number)

  def number(n: Int): TpchQuery = TpchQuery(f"q$n%02d")
}
