package okibi.spark.fuzz

import scala.util.Random

import okibi.spark.transport.TransportWorkload

import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.storage.StorageLevel

/** Random tables, each twice: `cached_NAME` may be in the cache, `plain_NAME` has the same rows and never is. Views over
  * them are in the cache too.
  */
final class World(session: SparkSession, protected val random: Random, duck: DuckTables) extends Drawing {
  private val types = ColumnType.all(session.version)
  private val levels = TransportWorkload.levels :+ "MEMORY_AND_DISK_2"

  private val tables: Seq[Stored] = Seq.tabulate(2 + random.nextInt(2))(i => makeTable(s"t$i"))
  private val views: Seq[Stored] = Seq.tabulate(random.nextInt(3))(i => makeView(s"v$i"))

  val stored: Seq[Stored] = tables ++ views

  /** What was done to the cache, for the report of a difference. */
  private val done = Seq.newBuilder[String]

  def history: String = done.result().mkString("; ")

  stored.foreach(table => if (random.nextInt(3) > 0) persist(s"cached_${table.name}"))

  private def persist(name: String): Unit = {
    val (table, level) = (session.table(name), one(levels))
    if (table.storageLevel == StorageLevel.NONE) {
      table.persist(StorageLevel.fromString(level))
      note(s"persist $name $level")
    }
  }

  private def makeTable(name: String): Stored = {
    val offered = if (random.nextInt(3) == 0) types else types.filter(_.duck.isDefined)
    val columns = TypedColumn("id", ColumnType.bigint) +:
      random.shuffle(offered).take(3 + random.nextInt(8)).zipWithIndex.map { case (is, i) => TypedColumn(s"s$i", is) }
    val (rows, parts) = (one(Seq(0, 1, 7, 60, 60, 200, 200)), 1 + random.nextInt(6))
    // Some columns are in the order of the rows, so that partitions can be told apart.
    val values = columns.tail.map { column =>
      val literals = column.is.literals
      val place =
        if (random.nextBoolean()) s"pmod(hash(id, ${random.nextInt(1000)}), ${literals.size})"
        else s"(id * ${literals.size}) div ${rows + 1}"
      val branches = literals.zipWithIndex.map { case (literal, i) => s"when $i then $literal" }
      s"if(pmod(hash(id, ${random.nextInt(1000)}), 7) = 0, null, case $place ${branches.mkString(" ")} end)"
    }
    Seq("cached", "plain").foreach { kind =>
      val full = s"${kind}_$name"
      session.sql(s"create table $full (${columns.map(c => s"${c.name} ${c.is.name}").mkString(", ")}) using parquet")
      session.sql(s"insert into $full select ${("id" +: values).mkString(", ")} from range(0, $rows, 1, $parts)")
    }
    duck.table(name, columns.filter(_.is.duck.isDefined), session.table(s"plain_$name").inputFiles.toSeq)
    Stored(name, columns, rows.toLong)
  }

  private def makeView(name: String): Stored = {
    val relation = new RelationGenerator(random, tables).relation(1 + random.nextInt(2))
    Seq("cached", "plain").foreach { kind =>
      session.sql(s"create or replace temp view ${kind}_$name as ${relation.text(new SparkDialect(kind + "_" + _))}")
    }
    duck.view(name, relation)
    Stored(name, relation.columns, relation.mostRows)
  }

  /** A random change of the cache: something enters, leaves, is filled, or is asked so that Okibi learns of it. */
  def change(): Unit = {
    val name = s"cached_${one(stored).name}"
    val table = session.table(name)
    random.nextInt(6) match {
      case 0 | 1 => persist(name)
      case 2 =>
        table.count()
        note(s"count $name")
      case 3 =>
        table.unpersist(blocking = random.nextBoolean())
        note(s"unpersist $name")
      case 4 => (1 to 3).foreach(_ => learn(name, table))
      case _ =>
        val filler =
          session.sparkContext.range(0, 200000, 1, 4).map(n => (n, n.toString)).persist(StorageLevel.MEMORY_ONLY)
        filler.count()
        filler.unpersist(blocking = false)
        note("another RDD took memory")
    }
  }

  /** The same equalities on two columns make Okibi learn which values occur together. */
  private def learn(name: String, table: DataFrame): Unit = {
    val columns = stored.find(table => s"cached_${table.name}" == name).get.columns.filter(_.is.isOrdered).take(2)
    if (columns.nonEmpty) {
      val asked = columns.map(column => s"${column.name} = ${column.is.literals.last}").mkString(" and ")
      table.where(asked).count()
      note(s"count $name where $asked")
    }
  }

  private def note(what: String): Unit = done += what

  def drop(): Unit = {
    session.catalog.clearCache()
    views.foreach(view => Seq("cached", "plain").foreach(kind => session.catalog.dropTempView(s"${kind}_${view.name}")))
    tables.foreach(table => Seq("cached", "plain").foreach(kind => session.sql(s"drop table ${kind}_${table.name}")))
    duck.clear()
  }
}
