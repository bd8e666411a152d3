package okibi.spark.unusual

import java.nio.file.{Files, Paths}

import scala.collection.mutable
import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._

import munit.{FunSuite, Location}
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.catalyst.util.{ArrayData, GenericArrayData}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.types._

/** What programs do with cached tables: the rows are stock Spark's, or the error is. */
class UnusualTablesSuite extends FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def same(name: String, settings: (String, String)*)(
      program: SparkSession => Any
  )(implicit at: Location): Unit =
    test(name) {
      val warehouse = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "warehouse").toString
      val all = Seq("spark.sql.warehouse.dir" -> warehouse, "spark.sql.shuffle.partitions" -> "3") ++ settings
      Unusual.sameInSession(all: _*) { session =>
        try program(session)
        finally
          session.catalog
            .listTables()
            .collect()
            .filterNot(_.isTemporary)
            .foreach(table => session.sql(s"drop table ${table.name}"))
      }
    }

  private def rows(frame: DataFrame): Seq[String] = frame.collect().map(_.toString).toSeq.sorted

  private def numbers(session: SparkSession, count: Int = 1000, partitions: Int = 8): DataFrame =
    session.range(0, count.toLong, 1, partitions).selectExpr("id", "id % 7 as k", "concat('n', id % 13) as name")

  same("columns of a type of the user's own") { session =>
    val schema = StructType(Seq(StructField("id", IntegerType), StructField("at", new PlaceType)))
    val table = session
      .createDataFrame(
        session.sparkContext.parallelize((1 to 100).map(i => Row(i, new Place(i, -i))), 3),
        schema
      )
      .cache()
    (1 to 2).flatMap(_ => rows(table) ++ rows(table.where("id > 97").select("at")))
  }

  same("a thousand columns") { session =>
    val columns = (0 until 1000).map(i => s"${if (i % 3 == 0) "id" else s"concat('v', id % $i)"} as c$i")
    val table = session.range(0, 300, 1, 3).selectExpr(columns: _*).cache()
    rows(table.selectExpr("sum(c999)", "max(c998)", "count(distinct c500)")) ++ rows(table.where("c0 = 5"))
  }

  same("no rows, no partitions, and partitions without rows") { session =>
    val schema = StructType(Seq(StructField("a", LongType), StructField("b", StringType)))
    val tables = Seq(
      session.createDataFrame(session.sparkContext.emptyRDD[Row], schema),
      numbers(session).where("id < 0").select(col("id").as("a"), col("name").as("b")),
      numbers(session, count = 2, partitions = 50).select(col("id").as("a"), col("name").as("b"))
    )
    tables.map(_.cache()).flatMap { table =>
      Seq(rows(table), rows(table.where("a = 1")), rows(table.groupBy("b").count()), rows(table.selectExpr("max(a)")))
    }
  }

  same("a thousand partitions") { session =>
    val table = numbers(session, count = 3000, partitions = 1000).cache()
    rows(table.selectExpr("sum(id)", "count(*)")) ++ rows(table.where("id = 1567"))
  }

  same("queries of several threads fill one table") { session =>
    val table = numbers(session, count = 20000).cache()
    val queries = Seq[DataFrame => DataFrame](
      _.where("k = 3").groupBy("name").count(),
      _.selectExpr("sum(id)"),
      _.where("id = 777"),
      table => table.join(table.where("id < 10").select("k").distinct(), "k").selectExpr("count(*)")
    )
    (1 to 5).flatMap { _ =>
      val found = queries.map(query => Future(rows(query(table)))).map(Await.result(_, 5.minutes))
      table.unpersist(blocking = true)
      table.cache()
      found
    }
  }

  same("a table is cached twice under two names, and one is dropped") { session =>
    numbers(session).createOrReplaceTempView("source")
    session.sql("cache table a as select id, k from source where k < 3")
    session.sql("cache table b as select id, k from source where k < 3")
    val before = rows(session.sql("select count(*), sum(id) from a")) ++ rows(session.sql("select sum(id) from b"))
    session.sql("uncache table a")
    before ++ rows(session.sql("select sum(a.id) from a join b on a.id = b.id where b.k = 2"))
  }

  same("what is cached is replaced: a view, and the rows of a table") { session =>
    numbers(session).createOrReplaceTempView("v")
    session.sql("cache table v")
    def sums(table: String): Any =
      Unusual.answerOrError(rows(session.sql(s"select sum(id), max(k), count(*) from $table")))
    val view = sums("v")
    numbers(session, count = 500).createOrReplaceTempView("v")
    val replaced = sums("v")
    session.sql("create table t using parquet as select * from v")
    session.sql("cache table t")
    val changes = Seq(
      "insert into t select id + 1000, k, name from v",
      "insert overwrite t select id, k, name from v where k = 2",
      "refresh table t",
      "truncate table t",
      "insert into t select id, k, name from v where k = 3"
    )
    Seq(view, replaced, sums("t")) ++ changes.map { change =>
      session.sql(change)
      sums("t")
    }
  }

  same("the files of a cached table are replaced, and it is refreshed") { session =>
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "files").toString
    numbers(session).write.mode("overwrite").parquet(folder)
    val table = session.read.parquet(folder).cache()
    val before = rows(table.selectExpr("sum(id)"))
    numbers(session, count = 100).write.mode("overwrite").parquet(folder)
    val filled = rows(table.selectExpr("sum(id)"))
    session.catalog.refreshByPath(folder)
    Seq(before, filled, rows(session.read.parquet(folder).selectExpr("sum(id)")))
  }

  same("a table is dropped while a reader is in the middle of it") { session =>
    session.sql("create table t using parquet as select * from range(0, 1000, 1, 8)")
    session.sql("cache table t")
    val reader = session.table("t").where("id % 2 = 0").toLocalIterator()
    val found = mutable.ArrayBuffer((1 to 100).map(_ => reader.next().getLong(0)): _*)
    session.sql("uncache table t")
    reader.forEachRemaining { row =>
      found += row.getLong(0)
      ()
    }
    found.sorted.toSeq ++ rows(session.sql("select count(*) from t"))
  }

  same("columns have odd names", "spark.sql.caseSensitive" -> "true") { session =>
    val table =
      session.range(0, 100, 1, 3).selectExpr("id as `a.b`", "id % 3 as `A`", "id % 5 as a", "id as `x``y`").cache()
    (1 to 2).flatMap(_ => rows(table.where("`a.b` = 5 or a = 3")) ++ rows(table.where("A = 2 and `x``y` > 90")))
  }

  same("two columns have the same name") { session =>
    val table = numbers(session).select(col("id"), col("k"), col("id").as("k")).cache()
    Seq(rows(table), Unusual.answerOrError(table.where("k = 1").count()))
  }

  same("texts of many megabytes") { session =>
    val table = session.range(0, 12, 1, 3).selectExpr("id", "repeat(concat('text ', id), 1000000) as long").cache()
    (1 to 2).flatMap(_ =>
      rows(table.selectExpr("id", "length(long)", "hash(long)")) ++ rows(table.where("long > 'text 9'").select("id"))
    )
  }

  same("a table of values drawn at random keeps them") { session =>
    val table = session.range(0, 1000, 1, 8).withColumn("drawn", rand(3)).cache()
    val first = rows(table)
    Seq(first == rows(table), rows(table.where("drawn < 0.1")), rows(table.repartition(3).where("drawn < 0.01")))
  }

  same("a table is joined with itself, and united with itself") { session =>
    val table = numbers(session).cache()
    (1 to 2).flatMap { _ =>
      rows(table.as("l").join(table.as("r"), expr("l.id = r.k")).selectExpr("count(*)", "sum(l.id)")) ++
        rows(table.where("k = 1").union(table.where("k = 2")).groupBy("name").count())
    }
  }

  same("a table is cached on a cached table, and the lower one is dropped") { session =>
    val lower = numbers(session).cache()
    val upper = lower.where("k < 4").groupBy("k", "name").agg(sum("id").as("s")).cache()
    val before = rows(upper)
    lower.unpersist(blocking = true)
    Seq(before, rows(upper.where("k = 2")), rows(lower.where("k = 2")))
  }

  same("a stream cannot be cached") { session =>
    Unusual.answerOrError(session.readStream.format("rate").load().cache().count())
  }

  same("the source of a cached table fails") { session =>
    val fails = udf((id: Long) => if (id == 777) throw new IllegalStateException("the row of 777") else id)
    val table = numbers(session).withColumn("f", fails(col("id"))).cache()
    val few = Unusual.answerOrError(rows(table.where("id < 100").selectExpr("sum(f)")))
    Seq(few, Unusual.answerOrError(table.selectExpr("sum(f)").collect()), rows(table.select("id").limit(0)))
  }

  same("another session reads what one has cached") { session =>
    session.sql("create table t using parquet as select id, id % 7 k from range(0, 1000, 1, 8)")
    session.sql("cache table t")
    val other = session.newSession()
    Seq(rows(session.table("t").where("k = 3")), rows(other.table("t").where("k = 3")), other.catalog.isCached("t"))
  }
}

final class Place(val x: Double, val y: Double) extends Serializable {
  override def toString: String = s"($x, $y)"
}

/** As users declare types of their own. */
final class PlaceType extends UserDefinedType[Place] {
  override def sqlType: DataType = ArrayType(DoubleType, containsNull = false)
  override def userClass: Class[Place] = classOf[Place]
  override def serialize(place: Place): Any = new GenericArrayData(Array[Any](place.x, place.y))
  override def deserialize(datum: Any): Place = datum match {
    case data: ArrayData => new Place(data.getDouble(0), data.getDouble(1))
  }
}
