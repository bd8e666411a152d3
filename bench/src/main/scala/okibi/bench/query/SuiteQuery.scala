package okibi.bench.query

import okibi.bench.data.table.GeneratedTable

import java.nio.charset.StandardCharsets.UTF_8

import scala.io.Source

/** A query of a [[QuerySuite]]. */
trait SuiteQuery {

  /** Name in metrics, tables and logs. Names sort in the order of the numbers. */
  def name: String

  /** Number by which users choose it. Variants of a query share a number. */
  def number: Int

  /** SQL for tables of a scale factor. */
  def text(scaleFactor: Double): String

  /** The tables that the query reads. */
  def tables: Seq[GeneratedTable]
}

object SuiteQuery {

  /** @throws IllegalStateException when the build did not put the text on the class path */
  def resource(path: String): String = {
    val in = Option(getClass.getResourceAsStream(path))
      .getOrElse(throw new IllegalStateException(s"$path is not on the class path: this is a bug of Okibi's build."))
    try Source.fromInputStream(in, UTF_8.name).mkString
    finally in.close()
  }

  /** The tables whose names are words of the text. */
  def tablesIn(text: String, all: Seq[GeneratedTable]): Seq[GeneratedTable] = {
    val words = text.toLowerCase(java.util.Locale.ROOT).split("[^a-z_]+").toSet
    all.filter(table => words(table.name))
  }
}
