package okibi.spark.sql.table

import scala.concurrent.duration._

import munit.FunSuite
import okibi.spark.sql.kit.Sessions

import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.storage.StorageLevel

/** A cached table gives the rows of the table that is not cached, for each type of column, storage level and shape of
  * partition.
  */
class CachedTableSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val levels = Seq(
    "MEMORY_ONLY" -> StorageLevel.MEMORY_ONLY,
    "MEMORY_AND_DISK" -> StorageLevel.MEMORY_AND_DISK,
    "MEMORY_AND_DISK_SER" -> StorageLevel.MEMORY_AND_DISK_SER,
    "MEMORY_ONLY_2" -> StorageLevel.MEMORY_ONLY_2,
    "DISK_ONLY" -> StorageLevel.DISK_ONLY,
    "OFF_HEAP" -> StorageLevel.OFF_HEAP
  )

  private def sorted(table: DataFrame): Seq[String] = sorted(table.collect().toSeq)

  private def sorted(rows: Seq[Row]): Seq[String] = rows.map(show).sorted

  private def show(value: Any): String = value match {
    case row: Row => row.toSeq.map(show).mkString("[", ",", "]")
    case bytes: Array[Byte] => bytes.mkString("b(", " ", ")")
    case map: scala.collection.Map[_, _] => map.toSeq.map(show).sorted.mkString("map(", ",", ")")
    case list: scala.collection.Seq[_] => list.map(show).mkString("(", ",", ")")
    case (key, element) => show(key) + "->" + show(element)
    case other => String.valueOf(other)
  }

  /** A query with every atomic type, nulls in a third of the rows, and values at both ends of each range. */
  private val flat =
    """select id, case when id % 3 <> 0 then id end as l, cast(id % 100 as tinyint) as b, cast(-id as smallint) as s,
      |  cast(if(id % 5 = 0, null, id * 700001) as int) as i, cast(id as float) / 3 as f,
      |  case when id % 7 = 0 then double('NaN') when id % 7 = 1 then -0.0d when id % 7 = 2 then double('-Infinity')
      |    else id / 7.0d end as d,
      |  id % 2 = 0 as t, if(id % 4 = 0, null, id % 3 = 0) as tn, cast(id * 1.01 as decimal(12, 2)) as d12,
      |  cast(if(id % 3 = 0, null, concat(if(id % 2 = 0, '-', ''), '9', lpad(cast(id as string), 37, '8')))
      |    as decimal(38, 0)) as d38,
      |  cast(id % 5 as decimal(38, 18)) as small38,
      |  date_add(date'2020-01-01', cast(id as int)) as day, timestamp_micros(id * 1234567891) as ts,
      |  cast(if(id % 6 = 0, null, timestamp_micros(id)) as timestamp_ntz) as ntz,
      |  concat('name-', id % 10) as few, repeat(chr(cast(65 + id % 26 as int)), cast(id % 50 as int)) as many,
      |  if(id % 2 = 0, null, concat('Ü', id)) as mixed, lpad(cast(id as string), 12, '0') as fixed, '' as empty,
      |  cast(concat('x', id) as binary) as bin, if(id % 3 = 1, null, cast('' as binary)) as nobin, null as nothing,
      |  cast(null as string) as nostring, cast(null as int) as noint,
      |  make_ym_interval(cast(id % 90 as int), 3) as ym, make_dt_interval(cast(id as int), 1, 2, 3.5) as dt,
      |  if(id % 4 = 0, null, make_interval(1, 2, 3, cast(id as int), 5, 6, 7.25)) as ci, 42L as constant,
      |  cast(id as varchar(9)) as vc
      |from range(%d)""".stripMargin

  private val nested =
    """select id, array(id, id + 1, null) as a, if(id % 3 = 0, null, array('x', concat('y', id))) as strings,
      |  map(id, 'v', id + 1, null) as m,
      |  named_struct('p', id, 'q', named_struct('r', concat('deep', id), 's', array(1, 2))) as st,
      |  if(id % 2 = 0, null, named_struct('z', id)) as ns, cast(id as decimal(30, 2)) as d
      |from range(%d)""".stripMargin

  private def table(session: SparkSession, sql: String, rows: Int, partitions: Int): DataFrame =
    session.sql(sql.replace("%d", s"0, $rows, 1, $partitions"))

  private def assertSame(session: SparkSession, plain: DataFrame, level: StorageLevel): Unit = {
    val rows = plain.collect().toSeq
    val expected = sorted(rows)
    val cached = session.createDataFrame(plain.rdd, plain.schema)
    cached.persist(level)
    try {
      assertEquals(sorted(cached), expected)
      assertEquals(sorted(cached), expected, "second read")
      assert(cached.queryExecution.executedPlan.toString.contains("InMemoryTableScan"))
      plain.columns.zipWithIndex.foreach { case (column, i) =>
        assertEquals(sorted(cached.select(column)), sorted(rows.map(row => Row(row.get(i)))), column)
        assertEquals(cached.where(s"$column is null").count(), rows.count(_.isNullAt(i)).toLong, column)
      }
    } finally cached.unpersist(blocking = true)
  }

  test(
    "every type at every level reads back, with nulls, empty partitions, and partitions of one row or several batches"
  ) {
    Sessions.withSession("spark.memory.offHeap.enabled" -> "true", "spark.memory.offHeap.size" -> "64m") {
      (session, _) =>
        levels.foreach { case (name, level) =>
          clue(name)
          val shapes =
            if (level == StorageLevel.MEMORY_AND_DISK) Seq(0 -> 2, 1 -> 2, 3 -> 5, 3000 -> 2) else Seq(3000 -> 2)
          shapes.foreach { case (rows, partitions) =>
            val expected = sorted(table(session, flat, rows, partitions))
            val cached = table(session, flat, rows, partitions).persist(level)
            assertEquals(sorted(cached), expected, name)
            assertEquals(sorted(cached), expected, name)
            cached.unpersist(blocking = true)
            val expectedNested = sorted(table(session, nested, rows, partitions))
            val cachedNested = table(session, nested, rows, partitions).persist(level)
            assertEquals(sorted(cachedNested), expectedNested, name)
            assertEquals(sorted(cachedNested), expectedNested, name)
            cachedNested.unpersist(blocking = true)
          }
        }
    }
  }

  test("each column reads back alone and filtered by nulls, with and without vectors") {
    Sessions.withSession() { (session, _) =>
      assertSame(session, table(session, flat, 2000, 3), StorageLevel.MEMORY_AND_DISK)
      session.conf.set("spark.sql.inMemoryColumnarStorage.enableVectorizedReader", "false")
      assertSame(session, table(session, flat, 2000, 3), StorageLevel.MEMORY_AND_DISK)
    }
  }
}
