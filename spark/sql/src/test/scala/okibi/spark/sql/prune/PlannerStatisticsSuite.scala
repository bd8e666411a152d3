package okibi.spark.sql.prune

import okibi.spark.sql.kit.SessionFixture
import okibi.spark.sql.table.MappedTableSerializer

import org.apache.spark.TaskContext
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.columnar.{CachedBatch, CachedBatchSerializer}
import org.apache.spark.sql.execution.columnar.{DefaultCachedBatchSerializer, InMemoryRelation}
import org.apache.spark.storage.StorageLevel

/** The planner sees the same statistics of a cached table as with Spark's own format: it chooses joins by them. */
class PlannerStatisticsSuite extends SessionFixture {
  private val rows = 5000

  private def columns: Seq[String] = Seq(
    "id",
    "cast(7 as bigint) as constant",
    "cast(id % 100 as tinyint) as b",
    "cast(id % 1000 as smallint) as s",
    "cast(id as int) as i",
    "id * 1000003 as l",
    "cast(id as float) as f",
    "cast(id as double) / 3 as d",
    "id % 3 = 0 as flag",
    "cast(id % 9 as decimal(9, 2)) as short",
    "cast(id as decimal(18, 0)) * 1000 as compact",
    "cast(id as decimal(38, 10)) * 12345678901 as wide",
    "date_add(date'2020-01-01', cast(id % 900 as int)) as day",
    "timestamp_seconds(id * 1000) as at",
    "cast(timestamp_seconds(id) as timestamp_ntz) as local",
    "make_ym_interval(cast(id % 7 as int), 1) as ym",
    "make_dt_interval(cast(id % 5 as int)) as dt",
    "make_interval(0, 0, 0, cast(id % 40 as int)) as calendar",
    "rpad(cast(id % 5 as string), 40, 'y') as status",
    "concat('value ', id) as text",
    "'' as empty",
    "repeat('long ', cast(id % 300 as int)) as long",
    "cast(concat('bin', id) as binary) as bin",
    "array(id, id + 1) as numbers",
    "array(cast(id as string), null) as texts",
    "map('k', id) as pairs",
    "named_struct('x', id, 'y', cast(id as string)) as both",
    "named_struct('z', array(named_struct('w', id))) as nested",
    "null as nothing"
  ) ++
    (if (spark.version.startsWith("3.")) Nil
     else
       Seq(
         "parse_json(concat('{\"a\": ', id, ', \"b\": \"', repeat('x', cast(id % 20 as int)), '\"}')) as variant",
         "cast(id % 11 as string) collate utf8_lcase as folded"
       ))

  private def relation(format: CachedBatchSerializer, table: DataFrame, level: StorageLevel): InMemoryRelation =
    InMemoryRelation(format, level, table.queryExecution.executedPlan, None, table.queryExecution.optimizedPlan)

  private def fill(relation: InMemoryRelation, partitions: Seq[Int]): Unit = {
    val buffers = relation.cacheBuilder.cachedColumnBuffers
    spark.sparkContext.runJob(
      buffers,
      (_: TaskContext, batches: Iterator[CachedBatch]) => batches.foreach(_ => ()),
      partitions
    )
  }

  /** The table in Okibi's format, and in Spark's. */
  private def relations(table: DataFrame, level: StorageLevel): (InMemoryRelation, InMemoryRelation) =
    relation(new PruningSerializer(new MappedTableSerializer), table, level) ->
      relation(new DefaultCachedBatchSerializer, table, level)

  private def same(name: String, level: StorageLevel)(table: DataFrame): Unit = {
    val (ofOkibi, ofSpark) = relations(table, level)
    def compare(state: String): Unit = assertEquals(ofOkibi.computeStats(), ofSpark.computeStats(), s"$name, $state")
    compare("before the fill")
    Seq(Seq(0, 2) -> "partly filled", Seq(1, 3) -> "filled", Seq(0, 1, 2, 3) -> "read again").foreach {
      case (partitions, state) =>
        Seq(ofOkibi, ofSpark).foreach(fill(_, partitions))
        compare(state)
    }
    assertEquals(ofOkibi.computeStats().rowCount, Some(BigInt(rows)), name)
    Seq(ofOkibi, ofSpark).foreach(_.cacheBuilder.clearCache(blocking = true))
    compare("unpersisted")
  }

  test(
    "sizes and rows of each type are those of Spark's own cache, before the fill, partly filled, filled and unpersisted"
  ) {
    columns.foreach { column =>
      same(column, StorageLevel.MEMORY_AND_DISK)(spark.range(0, rows, 1, 4).selectExpr(column))
      same(s"$column with nulls", StorageLevel.MEMORY_AND_DISK)(
        spark
          .range(0, rows, 1, 4)
          .selectExpr("id as n", column)
          .selectExpr("if(n % 4 = 1, null, struct(*)) as kept")
          .selectExpr(s"kept.${column.split(' ').last}")
      )
    }
  }

  test("sizes and rows of all columns together are those of Spark's own cache, at every level") {
    Seq(StorageLevel.MEMORY_ONLY, StorageLevel.MEMORY_AND_DISK_SER, StorageLevel.DISK_ONLY, StorageLevel.OFF_HEAP)
      .foreach { level =>
        same(level.description, level)(spark.range(0, rows, 1, 4).selectExpr(columns: _*))
      }
  }

  test("sizes and rows of a table without rows, and of one without columns, are those of Spark's own cache") {
    val empty = spark.range(0, rows, 1, 4).where("id < 0").selectExpr("id", "cast(id as string) as s")
    val bare = spark.range(0, rows, 1, 4).select()
    Seq(empty, bare).foreach { table =>
      val (ofOkibi, ofSpark) = relations(table, StorageLevel.MEMORY_AND_DISK)
      Seq(ofOkibi, ofSpark).foreach(fill(_, 0 until 4))
      assertEquals(ofOkibi.computeStats(), ofSpark.computeStats())
    }
  }
}
