package okibi.spark.sql.plan

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._

/** Partitions that the index rules out are not read, and have no tasks where nothing above the scan can tell. */
class PartitionSkippingSuite extends PlanFixture {

  /** A table clustered by id: partition p holds 100 p until 100 p + 100. */
  private def clustered(partitions: Int = 50): DataFrame =
    cached(spark.range(0, partitions * 100L, 1, partitions).selectExpr("id", "id % 10 as k", "concat('s', id) as s"))

  private def read(query: DataFrame): Seq[(Int, Int)] =
    scans(query).flatMap(_.summary).map(summary => (summary.read, summary.total))

  Seq(true, false).foreach { aqe =>
    test(s"a lookup schedules only the partitions that may hold the key, adaptive=$aqe") {
      adaptive(aqe)
      set("spark.okibi.tables.group.enabled", false)
      val table = clustered()
      val query = table.where("id = 1234")
      assertEquals(tasks(assertEquals(query.collect().map(_.getString(2)).toSeq, Seq("s1234"))), 1)
      assertEquals(read(query), Seq((1, 50)))
      val in = table.where(col("id").isin((0 until 40).map(_ * 13): _*))
      assertEquals(tasks(assertEquals(in.collect().length, 40)), 6)
      val none = table.where("id = -5")
      assertEquals(tasks(assertEquals(none.collect().toSeq, Nil)), 0)
      assertEquals(none.count(), 0L)
    }

    test(s"a skipped partition has an empty task where partitions are visible, adaptive=$aqe") {
      adaptive(aqe)
      val table = clustered()
      val query = table.where("id = 1234")
      assertEquals(query.rdd.getNumPartitions, 50)
      assertEquals(query.rdd.map(_.getLong(0)).collect().toSeq, Seq(1234L))
      assertEquals(query.coalesce(3).rdd.getNumPartitions, 3)
      assertEquals(table.where("id < 200").select(spark_partition_id()).distinct().count(), 2L)
    }

    test(s"keys of a join prune partitions, adaptive=$aqe") {
      adaptive(aqe)
      val table = clustered()
      val side = spark.range(0, 4).selectExpr("id * 1000 as n")
      val query = table.join(broadcast(side), col("id") === col("n"))
      assertEquals(query.collect().map(_.getLong(0)).toSeq.sorted, Seq(0L, 1000L, 2000L, 3000L))
      assertEquals(read(query), Seq((4, 50)))
      val empty = table.join(broadcast(side.where("n > 100000")), col("id") === col("n"))
      assertEquals(empty.collect().toSeq, Nil)
    }

    test(s"results of subqueries prune partitions, adaptive=$aqe") {
      adaptive(aqe)
      clustered().createOrReplaceTempView("c")
      val scalar = spark.sql("select * from c where id = (select max(id) from range(0, 400))")
      assertEquals(scalar.collect().map(_.getLong(0)).toSeq, Seq(399L))
      assertEquals(read(scalar), Seq((1, 50)))
    }
  }

  test("EXPLAIN and metrics show the partitions that were read, and the rule that skipped the rest") {
    adaptive(false)
    val table = clustered()
    val query = table.where("id >= 1000 and id < 1300 and k = 3")
    query.collect()
    val plan = query.queryExecution.executedPlan.toString
    assert(plan.contains("InMemoryTableScan"), plan)
    assert(plan.contains("PartitionsRead: 3 of 50 (skipped 47 by comparison)"), plan)
    val metrics = scans(query).head.metrics.map { case (key, metric) => key -> metric.value }
    assertEquals(metrics("partitionsTotal"), 50L)
    assertEquals(metrics("partitionsSkipped"), 47L)
    assertEquals(metrics("skippedBy.comparison"), 47L)
    assertEquals(metrics("rowsDropped"), 270L)
    assertEquals(metrics("numOutputRows"), 30L)
    assertEquals(metrics("batchesRead"), 3L)
    assert(
      query.queryExecution.explainString(org.apache.spark.sql.execution.FormattedMode).contains("InMemoryTableScan")
    )
  }

  test("the first query fills a table and reads it whole; later queries are pruned") {
    val table = spark.range(0, 1000, 1, 10).selectExpr("id", "id % 10 as k").cache()
    assertEquals(table.where("id = 5").count(), 1L)
    val query = table.where("id = 5")
    assertEquals(query.count(), 1L)
    assert(query.queryExecution.executedPlan.toString.nonEmpty)
    assertEquals(tasks(table.where("id = 5").collect()), 1)
  }

  test("a table that is freed and filled again is pruned by its new partitions") {
    val source = spark.range(0, 1000, 1, 10).toDF("id")
    cached(source)
    assertEquals(source.where("id = 5").collect().length, 1)
    source.unpersist(blocking = true)
    assertEquals(source.where("id = 5").collect().length, 1)
    cached(source)
    assertEquals(source.where("id = 995").collect().length, 1)
  }
}
