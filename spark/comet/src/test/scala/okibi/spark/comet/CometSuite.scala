package okibi.spark.comet

import okibi.spark.sql.kit.{SessionFixture, TypedColumns}

import org.apache.spark.SparkException
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.comet.CometSparkToColumnarExec
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.functions._

/** Comet's native operators on cached tables: their rows are those of Spark's own operators on plain tables. */
class CometSuite extends SessionFixture with AdaptiveSparkPlanHelper {
  private var table: DataFrame = _

  override protected def settings: Seq[(String, String)] = Seq(
    "spark.memory.offHeap.enabled" -> "true",
    "spark.memory.offHeap.size" -> "512m",
    "spark.sql.session.timeZone" -> "America/New_York",
    "spark.shuffle.manager" -> "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager",
    "spark.plugins" -> "org.apache.spark.CometPlugin",
    "spark.comet.convert.inMemoryCache.enabled" -> "true",
    "spark.sql.extensions" -> "okibi.spark.comet.CometExtensions,okibi.spark.sql.plan.OkibiExtensions"
  )

  override def beforeAll(): Unit = {
    super.beforeAll()
    table = spark.range(0, 60000, 1, 4).selectExpr(TypedColumns.all: _*)
  }

  override def afterEach(context: AfterEach): Unit = {
    super.afterEach(context)
    assertEquals(CometSuite.allocatedBytes, 0L, "bytes of Arrow's buffers that were not given back")
  }

  /** The rows of a query of a cached table, in Comet's operators, are those of Spark's own operators on the plain table.
    */
  private def check(query: DataFrame => DataFrame): SparkPlan = {
    spark.conf.set("spark.comet.enabled", "false")
    val expected =
      try CometSuite.rows(query(table))
      finally spark.conf.unset("spark.comet.enabled")
    table.cache()
    val asked = query(table)
    assertEquals(CometSuite.rows(asked), expected)
    asked.queryExecution.executedPlan
  }

  private def direct(plan: SparkPlan): Seq[TableToArrowExec] = collectWithSubqueries(plan) {
    case node: TableToArrowExec =>
      node
  }

  test("values of every type, with nulls, whole and where rows are dropped") {
    // Comet asks for at least one operator of its own above the scan.
    def checkDirect(condition: String, names: String*): Unit = {
      val plan = check(_.where(condition).select("k", names: _*).where("k + 1 > 0"))
      assert(direct(plan).nonEmpty, s"$names: $plan")
    }
    Seq("true", "k % 7 = 3", "k between 20000 and 20010", "k < 0").foreach(checkDirect(_, TypedColumns.names: _*))
    TypedColumns.names.foreach(checkDirect("k % 7 = 3", _))
  }

  test("groups, joins, sorts and subqueries") {
    Seq[DataFrame => DataFrame](
      _.groupBy("string").agg(count(lit(1)), sum("long"), max("decimal"), min("date")),
      _.groupBy("small", "flag").agg(countDistinct("text")),
      t =>
        t.join(t.where("k % 1000 = 0").selectExpr("small as s", "k as other"), col("small") === col("s"))
          .select("k", "other"),
      _.orderBy(col("double").desc_nulls_last, col("k")).limit(50).select("k", "double"),
      t => {
        t.createOrReplaceTempView("t")
        spark.sql("select k, text from t where k = (select max(k) from t where small = 3)")
      },
      _.agg(count(lit(1))),
      _.select("k").distinct().agg(sum("k"))
    ).foreach(query => assert(direct(check(query)).nonEmpty))
  }

  test("what filters left of batches becomes one batch, and each batch counts") {
    val plan = check(_.where("string = 'value 7'").select("k", "text"))
    val node = direct(plan).head
    // Four partitions of one batch.
    assertEquals(node.metrics("numInputRows").value, table.where("string = 'value 7'").count())
    assertEquals(node.metrics("numOutputBatches").value, 4L)
  }

  test("columns of a type that Arrow stores in another way are left to Comet and Spark") {
    val all = table
    table = all.withColumn("interval", expr("make_dt_interval(cast(k % 90 as int))"))
    try assertEquals(direct(check(_.select("k", "interval").where("k + 1 > 0"))), Nil)
    finally table = all
  }

  test("with rules of Okibi switched off, Comet converts") {
    spark.conf.set("spark.okibi.tables.scan.enabled", "false")
    try {
      val plan = check(_.where("k + 1 > 0").select("k", "text"))
      assertEquals(direct(plan), Nil)
      assertEquals(collect(plan) { case node: CometSparkToColumnarExec => node }.size, 1)
    } finally spark.conf.unset("spark.okibi.tables.scan.enabled")
  }

  test("a limit above the scan, and an error in the middle, leave nothing behind") {
    table.cache()
    assertEquals(table.select("k", "text").where("k > 5").limit(3).collect().length, 3)
    val fail = udf { (k: Long) => if (k == 45000) throw new IllegalStateException("as the test wants") else k }
    intercept[SparkException](table.where("k >= 0").select(fail(col("k")), col("text")).collect())
  }

  test("a table that is unpersisted while it is read gives its rows to the end") {
    table.cache()
    table.count()
    val rows = table.where("k >= 0").select("k", "text").toLocalIterator()
    assert(rows.next() != null)
    table.unpersist(blocking = true)
    var left = 1
    while (rows.hasNext) {
      rows.next()
      left += 1
    }
    assertEquals(left, 60000)
  }
}

private object CometSuite {
  private def rows(query: DataFrame): Seq[String] = query
    .collect()
    .map(
      _.toSeq
        .map {
          case bytes: Array[Byte] => bytes.mkString(" ")
          case other => other
        }
        .mkString(", ")
    )
    .sorted
    .toSeq

  /** What Comet's allocator of Arrow counts; its class has another name for the compiler. */
  private def allocatedBytes: Long = {
    val allocator =
      org.apache.comet.`package`.getClass.getMethod("CometArrowAllocator").invoke(org.apache.comet.`package`)
    allocator.getClass.getMethod("getAllocatedMemory").invoke(allocator).asInstanceOf[Long]
  }
}
