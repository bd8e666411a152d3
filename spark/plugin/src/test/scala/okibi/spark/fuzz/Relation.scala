package okibi.spark.fuzz

/** A column of a relation. Names are unique in a program. */
final case class TypedColumn(name: String, is: ColumnType)

/** Whose SQL a program is written in, and what a table of the program is called there. */
sealed abstract class Dialect(val table: String => String)
final class SparkDialect(table: String => String) extends Dialect(table)
final class DuckDialect(table: String => String) extends Dialect(table)

/** An expression of SQL.
  *
  * @param spark as Spark writes it
  * @param duck  as DuckDB writes it, if it has the same meaning there
  */
final case class Sql(spark: String, duck: Option[String]) {
  def in(dialect: Dialect): String = dialect match {
    case _: SparkDialect => spark
    case _: DuckDialect => duck.get
  }

  def map(change: String => String): Sql = Sql(change(spark), duck.map(change))
}

object Sql {
  def both(text: String): Sql = Sql(text, Some(text))
  def sparkOnly(text: String): Sql = Sql(text, None)

  def zip(parts: Seq[Sql])(join: Seq[String] => String): Sql =
    Sql(join(parts.map(_.spark)), if (parts.forall(_.duck.isDefined)) Some(join(parts.map(_.duck.get))) else None)
}

/** A part of a query, which is a query itself. */
sealed trait Relation {
  def columns: Seq[TypedColumn]
  def inputs: Seq[Relation]
  def withInputs(changed: Seq[Relation]): Relation
  def text(dialect: Dialect): String

  /** It has no more rows. */
  def mostRows: Long

  /** Whether DuckDB has all that this part uses. */
  protected def isOwnInDuck: Boolean

  final def isInDuck: Boolean = isOwnInDuck && inputs.forall(_.isInDuck)

  /** Smaller relations that may show the same fault. Some refer to columns that are gone, and are no queries. */
  final def smaller: Seq[Relation] =
    inputs ++ ownSmaller ++ inputs.indices.flatMap(i =>
      inputs(i).smaller.map(input => withInputs(inputs.updated(i, input)))
    )

  protected def ownSmaller: Seq[Relation] = Nil

  protected final def from(relation: Relation, dialect: Dialect): String = s"(${relation.text(dialect)})"
}

/** A relation over one other. */
sealed trait OverOne extends Relation {
  def input: Relation
  override def columns: Seq[TypedColumn] = input.columns
  override def mostRows: Long = input.mostRows
  override final def inputs: Seq[Relation] = Seq(input)
}

/** @param stored the columns' names in the table */
final case class Scan(table: String, stored: Seq[String], columns: Seq[TypedColumn], mostRows: Long) extends Relation {
  override def inputs: Seq[Relation] = Nil
  override def withInputs(changed: Seq[Relation]): Relation = this
  override def isOwnInDuck: Boolean = columns.forall(_.is.duck.isDefined)
  override def text(dialect: Dialect): String = {
    val named = stored.zip(columns).map { case (name, column) => s"$name as ${column.name}" }
    s"select ${named.mkString(", ")} from ${dialect.table(table)}"
  }
}

final case class Where(input: Relation, conjuncts: Seq[Sql]) extends OverOne {
  override def withInputs(changed: Seq[Relation]): Relation = copy(changed.head)
  override def isOwnInDuck: Boolean = conjuncts.forall(_.duck.isDefined)
  override def text(dialect: Dialect): String =
    s"select * from ${from(input, dialect)} where ${conjuncts.map(sql => s"(${sql.in(dialect)})").mkString(" and ")}"
  override protected def ownSmaller: Seq[Relation] =
    if (conjuncts.size > 1) conjuncts.map(one => Where(input, Seq(one))) else Nil
}

final case class Select(input: Relation, expressions: Seq[(Sql, TypedColumn)]) extends OverOne {
  override def columns: Seq[TypedColumn] = expressions.map(_._2)
  override def withInputs(changed: Seq[Relation]): Relation = copy(changed.head)
  override def isOwnInDuck: Boolean = expressions.forall(_._1.duck.isDefined)
  override def text(dialect: Dialect): String = {
    val named = expressions.map { case (sql, column) => s"${sql.in(dialect)} as ${column.name}" }
    s"select ${named.mkString(", ")} from ${from(input, dialect)}"
  }
  override protected def ownSmaller: Seq[Relation] =
    if (expressions.size > 1) expressions.map(one => Select(input, Seq(one))) else Nil
}

/** @param kind "inner", "left", "right", "full", "semi" or "anti"
  * @param hint a join hint of Spark, for the right side; empty for none
  */
final case class Join(kind: String, left: Relation, right: Relation, on: Seq[Sql], hint: String) extends Relation {
  private def keepsLeft: Boolean = kind == "semi" || kind == "anti"
  override def columns: Seq[TypedColumn] = if (keepsLeft) left.columns else left.columns ++ right.columns
  override def mostRows: Long =
    if (keepsLeft) left.mostRows else left.mostRows * right.mostRows + left.mostRows + right.mostRows
  override def inputs: Seq[Relation] = Seq(left, right)
  override def withInputs(changed: Seq[Relation]): Relation = copy(left = changed.head, right = changed.last)
  override def isOwnInDuck: Boolean = on.forall(_.duck.isDefined)
  override def text(dialect: Dialect): String = {
    val isSpark = dialect.isInstanceOf[SparkDialect]
    val word = if (isSpark && keepsLeft) s"left $kind" else kind
    val hinted = if (isSpark && hint.nonEmpty) s"/*+ $hint(r) */ " else ""
    s"select $hinted* from ${from(left, dialect)} l $word join ${from(right, dialect)} r on " +
      on.map(sql => s"(${sql.in(dialect)})").mkString(" and ")
  }
  override protected def ownSmaller: Seq[Relation] =
    (if (hint.nonEmpty) Seq(copy(hint = "")) else Nil) ++
      (if (on.size > 1) on.map(one => copy(on = Seq(one))) else Nil) ++
      (if (kind != "inner" && !keepsLeft) Seq(copy(kind = "inner")) else Nil)
}

final case class Group(input: Relation, keys: Seq[TypedColumn], aggregates: Seq[(Sql, TypedColumn)]) extends OverOne {
  override def mostRows: Long = math.max(1, input.mostRows)
  override def columns: Seq[TypedColumn] = keys ++ aggregates.map(_._2)
  override def withInputs(changed: Seq[Relation]): Relation = copy(changed.head)
  override def isOwnInDuck: Boolean = aggregates.forall(_._1.duck.isDefined)
  override def text(dialect: Dialect): String = {
    val named = keys.map(_.name) ++ aggregates.map { case (sql, column) => s"${sql.in(dialect)} as ${column.name}" }
    val by = if (keys.isEmpty) "" else s" group by ${keys.map(_.name).mkString(", ")}"
    s"select ${named.mkString(", ")} from ${from(input, dialect)}$by"
  }
  override protected def ownSmaller: Seq[Relation] =
    (if (aggregates.size > 1) aggregates.map(one => copy(aggregates = Seq(one))) else Nil) ++
      (if (keys.size > 1) keys.map(one => copy(keys = Seq(one))) else Nil)
}

/** @param operation "union all", "union", "intersect" or "except" */
final case class SetOperation(operation: String, left: Relation, right: Relation) extends Relation {
  override def columns: Seq[TypedColumn] = left.columns
  override def mostRows: Long = left.mostRows + right.mostRows
  override def inputs: Seq[Relation] = Seq(left, right)
  override def withInputs(changed: Seq[Relation]): Relation = copy(left = changed.head, right = changed.last)
  override def isOwnInDuck: Boolean = true
  override def text(dialect: Dialect): String =
    s"select * from ${from(left, dialect)} $operation select * from ${from(right, dialect)}"
}

/** The first rows in an order of all columns: which rows these are does not depend on the engine. */
final case class Top(input: Relation, order: Seq[(TypedColumn, String)], limit: Int, offset: Int) extends OverOne {
  override def mostRows: Long = math.min(limit.toLong, input.mostRows)
  override def withInputs(changed: Seq[Relation]): Relation = copy(changed.head)
  override def isOwnInDuck: Boolean = true
  override def text(dialect: Dialect): String = {
    val by = order.map { case (column, direction) => s"${column.name} $direction" }
    s"select * from ${from(input, dialect)} order by ${by.mkString(", ")} limit $limit offset $offset"
  }
}

/** Adds a column that a window function gives. */
final case class Window(input: Relation, function: Sql, column: TypedColumn) extends OverOne {
  override def columns: Seq[TypedColumn] = input.columns :+ column
  override def withInputs(changed: Seq[Relation]): Relation = copy(changed.head)
  override def isOwnInDuck: Boolean = function.duck.isDefined
  override def text(dialect: Dialect): String =
    s"select *, ${function.in(dialect)} as ${column.name} from ${from(input, dialect)}"
}

/** Keeps rows by a subquery.
  *
  * @param condition the text before and after the subquery
  */
final case class Filtered(input: Relation, subquery: Relation, condition: (String, String)) extends Relation {
  override def columns: Seq[TypedColumn] = input.columns
  override def mostRows: Long = input.mostRows
  override def inputs: Seq[Relation] = Seq(input, subquery)
  override def withInputs(changed: Seq[Relation]): Relation = copy(input = changed.head, subquery = changed.last)
  override def isOwnInDuck: Boolean = true
  override def text(dialect: Dialect): String =
    s"select * from ${from(input, dialect)} where ${condition._1}${from(subquery, dialect)}${condition._2}"
}
