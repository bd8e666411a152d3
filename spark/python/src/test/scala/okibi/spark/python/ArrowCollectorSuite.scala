package okibi.spark.python

import java.nio.file.{Files, Path, Paths}
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.ConcurrentLinkedQueue

import okibi.core.kit.WaitUntil
import okibi.spark.kit.FileTree
import okibi.spark.sql.kit.{ArrowContent, SessionFixture, Sessions, TypedColumns}

import org.apache.spark.{SPARK_VERSION, SparkException}
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobStart}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.arrow.RowsToArrow
import org.apache.spark.sql.functions._

/** Files of Arrow with columns of cached tables have what Spark's own way from rows to Arrow gives. */
class ArrowCollectorSuite extends SessionFixture {
  import ArrowCollectorSuite._

  private var table: DataFrame = _

  override protected def settings: Seq[(String, String)] = Seq(
    "spark.sql.session.timeZone" -> "America/New_York",
    "spark.sql.execution.arrow.maxRecordsPerBatch" -> "777"
  )

  override def beforeAll(): Unit = {
    super.beforeAll()
    table = spark.range(0, 20000, 1, 4).selectExpr(TypedColumns.all: _*)
  }

  override def afterEach(context: AfterEach): Unit = {
    super.afterEach(context)
    assertEquals(RowsToArrow.allocatedBytes, 0L, "bytes of Arrow's buffers that were not given back")
    assertEquals(filesIn(Paths.get(spark.conf.get("spark.local.dir"))), Nil, "files that were left")
  }

  private def isOfColumns(query: DataFrame): Boolean = PickedColumns.of(query.queryExecution.executedPlan).isDefined

  /** Compares a query of the cached table with the same query by way of rows, with and without adaptive execution. */
  private def check(ofColumns: Boolean)(query: DataFrame => DataFrame): Unit = {
    cached(table)
    Seq(true, false).foreach { on =>
      adaptive(on)
      val asked = query(table)
      assertEquals(isOfColumns(asked), ofColumns, asked.queryExecution.executedPlan.toString)
      val found = ArrowContent.take(ArrowCollector.of(asked).collect())
      val expected = asStock(ArrowContent.take(ArrowCollector.of(query(table)).collect()))
      assertEquals(found.schema, expected.schema)
      assertEquals(found.rows, expected.rows)
      assert(found.batchRows.forall(_ <= 777), found.batchRows)
    }
  }

  test("values of every type, with nulls, whole and where rows are dropped") {
    Seq("true", "k % 7 = 3", "k between 9000 and 9010", "k < 100 and k % 3 = 1", "k < 0", "k > 5 or k is null")
      .foreach { condition =>
        check(ofColumns = true)(_.where(condition))
      }
  }

  test("columns in another order, under other names, twice, and none") {
    check(ofColumns = true)(_.selectExpr("text as t", "k"))
    check(ofColumns = true)(_.where("k % 2 = 0").selectExpr("k as a", "k as b"))
    check(ofColumns = true)(_.where("string = 'value 7'").select("text").where("text like '%~'"))
    check(ofColumns = true)(_.select())
  }

  test("what a query computes comes by way of rows") {
    check(ofColumns = false)(_.selectExpr("k + 1 as next"))
    check(ofColumns = false)(_.orderBy(desc("k")).select("k", "text"))
    check(ofColumns = false)(_.groupBy("small").agg(sum("k") as "sum").orderBy("small"))
    check(ofColumns = false)(_.limit(10))
    check(ofColumns = false)(t =>
      t.where(t("k") === lit(t.agg(max("k")).head().getLong(0))).selectExpr("struct(k, text) as s")
    )
    check(ofColumns = false)(_.where("k = (select max(id) from range(10))"))
  }

  test("a query of a plain table") {
    val found = ArrowContent.take(ArrowCollector.of(table.where("k < 1000")).collect())
    assertEquals(found.rows.size, 1000)
  }

  test("the next partitions follow one another, and then nothing") {
    val asked = cached(table).where("k % 5 <> 0")
    val collector = ArrowCollector.of(asked)
    val files = Iterator.continually(collector.nextFile()).takeWhile(_ != null).map(ArrowContent.take).toSeq
    assertEquals(files.size, 2) // of four partitions, on two cores
    assertEquals(files.flatMap(_.rows), ArrowContent.take(ArrowCollector.of(asked).collect()).rows)
    assertEquals(collector.nextFile(), null)
  }

  test("a file is for its owner alone") {
    val path = Paths.get(ArrowCollector.of(cached(table).select("k")).collect())
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)), "rw-------")
    Files.delete(path)
  }

  test("an error in the middle is thrown, and leaves nothing") {
    val fail = udf { (k: Long) => if (k == 15000) throw new IllegalStateException("as the test wants") else k > 3 }
    Seq(cached(table).where(fail(col("k"))), table.select(fail(col("k")))).foreach { query =>
      val error = intercept[SparkException](ArrowCollector.of(query).collect())
      assert(
        Iterator
          .iterate[Throwable](error)(_.getCause)
          .takeWhile(_ != null)
          .exists(_.getMessage.contains("as the test wants")),
        error
      )
    }
  }

  test("what Spark's settings of Arrow say is done") {
    set("spark.sql.execution.arrow.useLargeVarTypes", true)
    val found = ArrowContent.take(ArrowCollector.of(cached(table).select("text")).collect())
    // Spark 3.5 brings no long offsets to the driver.
    assertEquals(found.schema.contains("LargeUtf8"), !SPARK_VERSION.startsWith("3."), found.schema)
    assertEquals(found.rows.size, 20000)
  }

  test("the query is one of Spark's, to which the job belongs, with its rows counted by the scan") {
    val asked = cached(table).where("k % 2 = 0").select("k")
    val jobs = new ConcurrentLinkedQueue[Option[String]]
    spark.sparkContext.addSparkListener(new SparkListener {
      override def onJobStart(job: SparkListenerJobStart): Unit =
        jobs.add(Option(job.properties.getProperty("spark.sql.execution.id")))
    })
    val collector = ArrowCollector.of(asked)
    Files.delete(Paths.get(collector.collect()))
    val scan = PickedColumns.of(asked.queryExecution.executedPlan).get._2
    assertEquals(scan.metrics("numOutputRows").value, 20000L)
    WaitUntil("the event of the job", 60)(!jobs.isEmpty)
    assert(jobs.peek().isDefined)
  }

  test("partitions that are ruled out have no task") {
    val asked = cached(table).where("k < 10").select("k")
    assertEquals(ArrowContent.take(ArrowCollector.of(asked).collect()).rows, (0 until 10).map(k => Seq(k.toString)))
    val scan = PickedColumns.of(asked.queryExecution.executedPlan).get._2.toString
    assert(scan.contains("PartitionsRead: 1 of 4"), scan)
    assertEquals(
      Iterator
        .continually(ArrowCollector.of(asked))
        .take(1)
        .map(_.nextFile())
        .map(ArrowContent.take)
        .map(_.rows.size)
        .toSeq,
      Seq(10)
    )
  }
}

/** Where files must be encrypted, there is no file. */
class EncryptedFilesSuite extends munit.FunSuite {
  test("nothing is collected into files where Spark encrypts files") {
    val session = Sessions.start(Sessions.folder("encrypted"), Seq("spark.io.encryption.enabled" -> "true"))
    try assertEquals(ArrowCollector.of(session.range(10).toDF()), null)
    finally Sessions.stop(session)
  }
}

private object ArrowCollectorSuite {

  /** Files of Arrow below a folder. */
  def filesIn(folder: Path): Seq[Path] =
    FileTree.files(folder).filter(_.getFileName.toString.startsWith("temp_local_"))
}
