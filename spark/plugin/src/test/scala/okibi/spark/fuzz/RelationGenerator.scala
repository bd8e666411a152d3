package okibi.spark.fuzz

import scala.util.Random

/** A table that queries may read: its name, its columns as they are stored, and how many rows it has at most. */
final case class Stored(name: String, columns: Seq[TypedColumn], mostRows: Long)

/** Draws relations over tables. No relation depends on the order of rows, on the tasks that read them, or on how doubles
  * are summed; no expression fails.
  */
final class RelationGenerator(protected val random: Random, tables: Seq[Stored]) extends Drawing {
  private var named = 0

  private def fresh(is: ColumnType): TypedColumn = {
    named += 1
    TypedColumn(s"c$named", is)
  }

  def relation(depth: Int): Relation =
    if (depth == 0) scan()
    else {
      val input = relation(depth - 1)
      random.nextInt(12) match {
        case 0 | 1 | 2 => where(input)
        case 3 => select(input)
        case 4 | 5 => join(capped(input), capped(relation(random.nextInt(depth))))
        case 6 | 7 => group(input)
        case 8 => set(input)
        case 9 => top(input)
        case 10 => window(input)
        case _ => filtered(input, relation(random.nextInt(depth)))
      }
    }

  private def scan(): Relation = {
    val table = one(tables)
    val chosen = random.shuffle(table.columns).take(2 + random.nextInt(5))
    Scan(table.name, chosen.map(_.name), chosen.map(column => fresh(column.is)), table.mostRows)
  }

  private def literal(is: ColumnType): Sql = {
    val text = one(is.literals)
    Sql(text, is.duck.map(duck => text.replace(s" as ${is.name})", s" as $duck)")))
  }

  private def sql(is: Seq[ColumnType], text: String): Sql =
    Sql(text, if (is.forall(_.duck.isDefined)) Some(text) else None)

  private def predicate(columns: Seq[TypedColumn], depth: Int): Sql = {
    val column = one(columns)
    val name = column.name
    val comparable = columns.filter(other => other.is == column.is && other != column)
    random.nextInt(if (depth > 0) 10 else 8) match {
      case 0 => Sql.both(s"$name is ${if (chance(50)) "not " else ""}null")
      case _ if !column.is.isOrdered => Sql.both(s"$name is not null")
      case 1 => literal(column.is).map(value => s"$name = $value")
      case 2 | 3 =>
        val operator = one(Seq("<", "<=", ">", ">=", "<>"))
        literal(column.is).map(value => s"$name $operator $value")
      case 4 =>
        Sql.zip(Seq.fill(2 + random.nextInt(4))(literal(column.is)))(values => s"$name in (${values.mkString(", ")})")
      case 5 if column.is.isText => Sql.both(s"$name like '${one(Seq("ab%", "%2", "Brand#1_", "%"))}'")
      case 6 if comparable.nonEmpty => sql(Seq(column.is), s"$name ${one(Seq("=", "<", ">="))} ${one(comparable).name}")
      case 8 => Sql.zip(Seq(predicate(columns, depth - 1)))(parts => s"not (${parts.head})")
      case 9 =>
        val operator = one(Seq(" or ", " and "))
        Sql.zip(Seq.fill(2)(predicate(columns, depth - 1)))(_.map(part => s"($part)").mkString(operator))
      case _ => literal(column.is).map(value => s"$name <= $value")
    }
  }

  private def where(input: Relation): Relation =
    Where(input, Seq.fill(if (chance(25)) 2 else 1)(predicate(input.columns, 2)))

  private def select(input: Relation): Relation =
    Select(input, random.shuffle(input.columns).take(1 + random.nextInt(5)).map(expression(_, input.columns)))

  private def expression(column: TypedColumn, all: Seq[TypedColumn]): (Sql, TypedColumn) = {
    val name = column.name
    val is = column.is
    random.nextInt(8) match {
      case 0 if is.isOrdered =>
        literal(is).map(value => s"coalesce($name, $value)") -> fresh(is)
      case 1 if is.isOrdered =>
        Sql.zip(Seq(predicate(all, 1), literal(is))) { case Seq(when, value) =>
          s"case when $when then $name else $value end"
        } -> fresh(is)
      case 2 => Sql.both(s"$name is null") -> fresh(ColumnType.boolean)
      case 3 if is.isText => sql(Seq(is), s"$name || 'x'") -> fresh(is)
      case 4 if is.isText => sql(Seq(is), s"cast(length($name) as int)") -> fresh(ColumnType.int)
      case 5 if is.isInteger && is.name != "bigint" =>
        sql(Seq(is), s"cast($name as bigint)") -> fresh(ColumnType.bigint)
      case 6 if is.name == "int" => Sql.sparkOnly(s"udf_of_test($name)") -> fresh(ColumnType.int)
      case _ => Sql.both(name) -> fresh(is)
    }
  }

  private def join(left: Relation, right: Relation): Relation = {
    val pairs =
      for (l <- left.columns; r <- right.columns if l.is == r.is && l.is.isOrdered)
        yield sql(Seq(l.is), s"${l.name} = ${r.name}")
    val on = if (pairs.isEmpty) Seq(Sql.both("true")) else random.shuffle(pairs).take(1 + random.nextInt(2))
    val kinds = Seq("inner", "inner", "left", "right", "full", "semi", "anti")
    val more = if (chance(25)) Seq(predicate(left.columns ++ right.columns, 1)) else Nil
    val hint = one(Seq("", "", "broadcast", "merge", "shuffle_hash"))
    Join(one(kinds), left, right, on ++ more, hint)
  }

  /** Keeps joins of joins from becoming large: at most some rows, whichever rows these are. */
  private def capped(input: Relation): Relation =
    if (input.mostRows <= RelationGenerator.mostToJoin) input
    else {
      val ordered = if (canBeOrdered(input)) input else group(input)
      Top(ordered, order(ordered), 40, 0)
    }

  private def group(input: Relation): Relation = {
    val keys = random.shuffle(input.columns.filter(_.is.isOrdered)).take(random.nextInt(3))
    Group(input, keys, Seq.fill(1 + random.nextInt(3))(aggregate(input.columns)))
  }

  private def aggregate(columns: Seq[TypedColumn]): (Sql, TypedColumn) = {
    val column = one(columns)
    val name = column.name
    val is = column.is
    random.nextInt(6) match {
      case 0 => Sql.both("count(*)") -> fresh(ColumnType.bigint)
      case 1 | 2 if is.isOrdered => sql(Seq(is), s"${one(Seq("min", "max"))}($name)") -> fresh(is)
      case 3 if is.isInteger => sql(Seq(is), s"sum(cast($name as decimal(20,0)))") -> fresh(ColumnType.sum)
      case 4 if is.isOrdered => sql(Seq(is), s"count(distinct $name)") -> fresh(ColumnType.bigint)
      case 5 if is.name == "boolean" => sql(Seq(is), s"${one(Seq("bool_and", "bool_or"))}($name)") -> fresh(is)
      case _ => sql(Seq(is), s"count($name)") -> fresh(ColumnType.bigint)
    }
  }

  private def set(input: Relation): Relation = {
    val operations =
      if (input.columns.forall(_.is.isOrdered)) Seq("union all", "union", "intersect", "except") else Seq("union all")
    SetOperation(one(operations), if (chance(50)) where(input) else input, where(input))
  }

  private def canBeOrdered(input: Relation): Boolean = input.columns.forall(_.is.isOrdered)

  private def order(input: Relation): Seq[(TypedColumn, String)] =
    random.shuffle(input.columns).map(_ -> s"${one(Seq("asc", "desc"))} nulls ${one(Seq("first", "last"))}")

  private def top(input: Relation): Relation =
    if (!canBeOrdered(input)) where(input)
    else Top(input, order(input), random.nextInt(30), if (chance(30)) random.nextInt(8) else 0)

  private def window(input: Relation): Relation = {
    val keys = random.shuffle(input.columns.filter(_.is.isOrdered)).take(random.nextInt(2))
    val by = if (keys.isEmpty) "" else s"partition by ${keys.map(_.name).mkString(", ")}"
    val ordered = order(input).map { case (column, direction) => s"${column.name} $direction" }
    val all = s"$by order by ${ordered.mkString(", ")}"
    val column = one(input.columns)
    val is = column.is
    val ranked = input.columns.filter(_.is.isOrdered)
    val duck = input.columns.map(_.is)
    random.nextInt(5) match {
      case 0 if canBeOrdered(input) => Window(input, sql(duck, s"row_number() over ($all)"), fresh(ColumnType.bigint))
      case 1 if canBeOrdered(input) => Window(input, sql(duck, s"lag(${column.name}) over ($all)"), fresh(is))
      case 2 if is.isOrdered => Window(input, sql(duck, s"max(${column.name}) over ($by)"), fresh(is))
      case 3 if ranked.nonEmpty =>
        val key = one(ranked)
        Window(input, sql(duck, s"rank() over ($by order by ${key.name} asc nulls first)"), fresh(ColumnType.bigint))
      case _ => Window(input, sql(keys.map(_.is), s"count(*) over ($by)"), fresh(ColumnType.bigint))
    }
  }

  private def filtered(input: Relation, other: Relation): Relation = {
    val pairs = for (l <- input.columns; r <- other.columns if l.is == r.is && l.is.isOrdered) yield (l, r)
    if (pairs.isEmpty) where(input)
    else {
      val (l, r) = one(pairs)
      val only = Select(other, Seq(Sql.both(r.name) -> fresh(r.is)))
      random.nextInt(4) match {
        case 0 => Filtered(input, only, (s"${l.name} in ", ""))
        case 1 => Filtered(input, only, (s"${l.name} not in ", ""))
        case 2 =>
          val greatest = fresh(r.is)
          Filtered(input, Group(other, Nil, Seq(sql(Seq(r.is), s"max(${r.name})") -> greatest)), (s"${l.name} <= ", ""))
        case _ =>
          val named = only.columns.head.name
          Filtered(
            input,
            only,
            (s"${if (chance(50)) "not " else ""}exists (select 1 from ", s" x where x.$named = ${l.name})")
          )
      }
    }
  }
}

object RelationGenerator {

  /** The most rows of a side of a join: a few times those of a table. */
  private val mostToJoin = 500L
}
