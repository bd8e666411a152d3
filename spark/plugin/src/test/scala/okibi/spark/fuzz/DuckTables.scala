package okibi.spark.fuzz

import java.sql.SQLException

import scala.collection.mutable

import okibi.core.kit.DuckDb

/** The random tables in DuckDB, from the same files. */
final class DuckTables extends AutoCloseable {
  private val duck = new DuckDb
  private val tablesMade = mutable.Set.empty[String]
  private val viewsMade = mutable.Set.empty[String]

  /** @param files Parquet files, as URIs */
  def table(name: String, columns: Seq[TypedColumn], files: Seq[String]): Unit =
    if (files.nonEmpty) {
      val paths = files.map(file => s"'${java.net.URI.create(file).getPath}'").mkString(", ")
      duck.execute(s"create table $name as select ${columns.map(_.name).mkString(", ")} from read_parquet([$paths])")
      tablesMade += name
    }

  def view(name: String, relation: Relation): Unit =
    if (answers(relation)) {
      duck.execute(s"create view $name as ${relation.text(dialect)}")
      viewsMade += name
    }

  private val dialect = new DuckDialect(identity)

  /** Whether DuckDB has all tables and functions of a relation. */
  def answers(relation: Relation): Boolean =
    relation.isInDuck && tables(relation).forall(name => tablesMade(name) || viewsMade(name))

  private def tables(relation: Relation): Seq[String] = relation match {
    case scan: Scan => Seq(scan.table)
    case other => other.inputs.flatMap(tables)
  }

  /** @throws SQLException when DuckDB refuses the query */
  def rows(relation: Relation): Seq[String] =
    RowTexts.sorted(duck.rows(relation.text(dialect)))

  def clear(): Unit = {
    viewsMade.foreach(name => duck.execute(s"drop view $name"))
    tablesMade.foreach(name => duck.execute(s"drop table $name"))
    viewsMade.clear()
    tablesMade.clear()
  }

  override def close(): Unit = duck.close()
}
