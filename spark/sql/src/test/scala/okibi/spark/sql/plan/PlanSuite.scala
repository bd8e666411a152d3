package okibi.spark.sql.plan

import org.apache.spark.sql.{DataFrame, Dataset, Row}
import org.apache.spark.sql.execution.{FormattedMode, QueryExecution, SparkPlan}
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeExec, ReusedExchangeExec}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.streaming.Trigger
import org.apache.spark.sql.util.QueryExecutionListener

/** The text of plans, and users of Spark's own scan class that must find Okibi's scan. */
class PlanSuite extends PlanFixture {

  /** A plan's text without the numbers that differ from run to run. */
  private def plan(query: DataFrame): String =
    query.queryExecution.executedPlan.toString
      .replaceAll("#\\d+L?", "#")
      .replaceAll("plan_id=\\d+", "plan_id")
      .replaceAll("id=#", "id")
      .trim

  private def lines(text: String): Seq[String] = text.split('\n').map(_.trim).toSeq

  private def clustered: DataFrame = cached(spark.range(0, 1000, 1, 10).selectExpr("id", "id % 10 as k"))

  test(
    "columns are read as vectors whatever other columns the table has: nested ones, or too many for generated code"
  ) {
    val many = (0 until 150).map(n => s"id + $n as c$n")
    val table = cached(
      spark.range(0, 1000, 1, 4).selectExpr(Seq("id", "array(id, id) as nested", "concat('s', id) as s") ++ many: _*)
    )
    def areVectors(query: DataFrame): Boolean = query.queryExecution.executedPlan.exists {
      case scan: PrunedTableScan => scan.supportsColumnar && scan.yieldsTableVectors && !scan.supportsRowBased
      case _ => false
    }
    adaptive(false)
    val queries = Seq[(Boolean, () => DataFrame)](
      true -> (() => table.where("c3 > 500").selectExpr("sum(c149)", "max(s)")),
      true -> (() => table.selectExpr("count(1)")),
      false -> (() => table.selectExpr("sum(nested[1])", "sum(c3)")),
      false -> (() => table.selectExpr("*"))
    )
    queries.foreach { case (wanted, query) =>
      assertEquals(areVectors(query()), wanted, plan(query()))
      val rows = sorted(stock(query()))
      assertEquals(sorted(query().collect().toSeq), rows)
      set("spark.sql.codegen.wholeStage", false)
      assertEquals(sorted(query().collect().toSeq), rows)
      set("spark.sql.codegen.wholeStage", true)
    }
  }

  test("the canonical form of each node yields columns exactly if the node does, whatever columns the table has") {
    val plain = spark.range(0, 200, 1, 4).selectExpr("id", "id % 7 as k", "concat('s', id) as s")
    val tables = Seq(
      plain,
      plain.withColumn("nested", array(col("id"))),
      plain.selectExpr("*" +: (0 until 150).map(n => s"id + $n as c$n"): _*)
    ).map(cached)
    val queries = Seq[DataFrame => DataFrame](
      table => table.groupBy("k").agg(max("s")),
      table => table.select("id", "s").crossJoin(table.where("id < 3").select("k")),
      table => table.as("l").join(broadcast(table.where("k < 2").as("r")), "id").select("l.s", "r.k"),
      table => table.hint("merge").as("l").join(table.as("r"), "id").select("l.s", "r.k"),
      table => table.select("id").union(table.select("id")).repartition(3),
      table => table.where("id > (select 5)").select("id", "s").orderBy("s").limit(9),
      table => table.select("k").distinct()
    )
    for {
      table <- tables
      query <- queries
      expected = sorted(stock(query(table)))
      isAdaptive <- Seq(true, false)
      wholeStage <- Seq(true, false)
    } {
      adaptive(isAdaptive)
      set("spark.sql.codegen.wholeStage", wholeStage)
      val run = query(table)
      assertEquals(sorted(run.collect().toSeq), expected)
      foreach(run.queryExecution.executedPlan) { node =>
        assertEquals(node.canonicalized.supportsColumnar, node.supportsColumnar, node.toString)
      }
    }
  }

  test("EXPLAIN shows what the scan will read before a run, once the table is filled, and what it read after the run") {
    adaptive(false)
    val table = spark.range(0, 1000, 1, 10).selectExpr("id", "id % 3 as k").cache()
    assertEquals(
      lines(plan(table.where("id < 150").select("k"))).take(4),
      Seq(
        "*(1) Project [k#]",
        "+- *(1) Filter (id# < 150)",
        "+- *(1) ColumnarToRow",
        "+- InMemoryTableScan [id#, k#], [(id# < 150)]"
      )
    )
    table.count()
    val query = table.where("id < 150").select("k")
    assertEquals(
      lines(plan(query))(3),
      "+- InMemoryTableScan [id#, k#], [(id# < 150)], PartitionsToRead: 2 of 10 (skipped 8 by comparison)"
    )
    val unknown = plan(table.where("id = (select max(id) from range(2))"))
    assert(!unknown.contains("PartitionsToRead"), unknown)
    query.collect()
    assertEquals(
      lines(plan(query))(3),
      "+- InMemoryTableScan [id#, k#], [(id# < 150)], PartitionsRead: 2 of 10 (skipped 8 by comparison), Tasks: 2"
    )
  }

  test("EXPLAIN of a join names the keys that prune") {
    adaptive(false)
    val query = clustered.join(broadcast(spark.range(0, 3).toDF("n")), col("id") === col("n"))
    query.collect()
    val scan = lines(plan(query)).find(_.contains("InMemoryTableScan")).get
    assert(
      scan
        .replaceAll("joinkeys#", "joinkeys")
        .contains("JoinFilters: [(id#) IN joinkeys], PartitionsRead: 1 of 10 (skipped 9 by in), Tasks: 1"),
      scan
    )
    val formatted = query.queryExecution.explainString(FormattedMode)
    assert(formatted.contains("InMemoryTableScan"), formatted)
    val all = query.queryExecution.executedPlan
    val broadcasts = all.collectWithSubqueries { case exchange: BroadcastExchangeExec => exchange }
    val reused = all.collectWithSubqueries { case exchange: ReusedExchangeExec => exchange }
    assertEquals((broadcasts.length, reused.length), (1, 1), all.toString)
  }

  test("a broadcast whose plan has keys of another join is made once") {
    adaptive(false)
    val inner =
      cached(spark.range(0, 100, 1, 5).toDF("m")).join(broadcast(spark.range(0, 3).toDF("n")), col("m") === col("n"))
    val query = clustered.join(broadcast(inner), col("id") === col("m"))
    assertEquals(query.collect().length, 3)
    val all = query.queryExecution.executedPlan.collectWithSubqueries { case scan: PrunedTableScan => scan }
    assertEquals(all.map(_.joinFilters.length), Seq(1, 1))
    val broadcasts = query.queryExecution.executedPlan.collectWithSubqueries { case exchange: BroadcastExchangeExec =>
      exchange
    }
    assertEquals(broadcasts.length, 2, query.queryExecution.executedPlan.toString)
  }

  test("adaptive execution fills the cache as a stage of its own") {
    adaptive(true)
    val query = spark.range(0, 100, 1, 4).toDF("id").cache().groupBy(col("id") % 3).count()
    assertEquals(query.collect().map(_.getLong(1)).sum, 100L)
    assert(scans(query).nonEmpty, query.queryExecution.executedPlan.toString)
  }

  test("Spark finds metrics that users observe in a cached plan") {
    val seen = new java.util.concurrent.LinkedBlockingQueue[Row]
    val listener = new QueryExecutionListener {
      override def onSuccess(name: String, execution: QueryExecution, ns: Long): Unit =
        execution.observedMetrics.get("seen").foreach(seen.add)
      override def onFailure(name: String, execution: QueryExecution, error: Exception): Unit = ()
    }
    val table = spark.range(0, 100, 1, 4).toDF("id").observe("seen", count("id").as("rows")).cache()
    spark.listenerManager.register(listener)
    try {
      table.where("id > 3").collect()
      assertEquals(Option(seen.poll(60, java.util.concurrent.TimeUnit.SECONDS)).map(_.getLong(0)), Some(100L))
    } finally spark.listenerManager.unregister(listener)
  }

  test("a stream can join a cached table") {
    val stream = folder("stream")
    val in = stream.resolve("in")
    spark.range(0, 50, 1, 2).toDF("n").write.parquet(in.toString)
    val table = clustered
    val found = new java.util.concurrent.atomic.AtomicLong
    val write = (batch: Dataset[Row], _: Long) => {
      found.addAndGet(batch.count())
      ()
    }
    val query = spark.readStream
      .schema("n long")
      .parquet(in.toString)
      .join(table, col("n") === col("id"))
      .writeStream
      .trigger(Trigger.AvailableNow())
      .option("checkpointLocation", stream.resolve("checkpoint").toString)
      .foreachBatch(write)
      .start()
    try query.awaitTermination()
    finally query.stop()
    assertEquals(found.get, 50L)
  }

  test("a rule that changes the output of a plan has no effect, and so has one that fails") {
    val query = clustered.select("id", "k")
    val before: SparkPlan = query.queryExecution.sparkPlan
    val other: SparkPlan = query.select("k").queryExecution.sparkPlan
    assert(new CheckedRule[SparkPlan]("test", _ => other).apply(before) eq before)
    assert(new CheckedRule[SparkPlan]("test", _ => throw new IllegalStateException("no")).apply(before) eq before)
    val same = query.queryExecution.sparkPlan.clone()
    assert(new CheckedRule[SparkPlan]("test", _ => same).apply(before) eq same)
  }

  test("each element of a scan has a name, for what prints plans") {
    adaptive(false)
    val Seq(scan) = scans(cached(spark.range(10).toDF("k")).where("k > 3"))
    assertEquals(scan.elementNames.size, scan.productArity)
    // Scala 2.12 does not ask for names.
    scan.getClass.getMethods.filter(_.getName == "productElementName").foreach { name =>
      scan.elementNames.indices.foreach(n => assertEquals(name.invoke(scan, Int.box(n)), scan.elementNames(n)))
    }
  }

  test("scans with equal arguments are equal, and a scan with fixed tasks stands for Spark's own") {
    val query = clustered.groupBy("k").count()
    adaptive(false)
    val Seq(scan) = scans(query)
    val again = new PrunedTableScan(
      scan.attributes,
      scan.predicates,
      scan.relation,
      scan.cut,
      scan.whenCollected,
      scan.joinFilters
    )
    assertEquals(again, scan)
    assert(again.sameResult(scan))
    val fixed = scan.withCut(Cut.Fixed, whenCollected = true, Nil)
    assert(!fixed.canonicalized.isInstanceOf[PrunedTableScan])
    assert(!fixed.sameResult(scan))
  }
}
