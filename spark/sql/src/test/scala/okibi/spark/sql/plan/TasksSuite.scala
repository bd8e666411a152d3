package okibi.spark.sql.plan

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._

/** How the partitions of a scan become tasks, and what must not change by it. */
class TasksSuite extends PlanFixture {

  private def many(rows: Long = 10000, partitions: Int = 100): DataFrame =
    cached(spark.range(0, rows, 1, partitions).selectExpr("id", "id % 7 as k", "cast(id as string) as s"))

  Seq(true, false).foreach { aqe =>
    test(s"small partitions share tasks, adaptive=$aqe") {
      adaptive(aqe)
      val table = many()
      val query = table.where("id % 3 = 0").groupBy("k").agg(count("s"), sum("id"))
      assert(tasks(query.collect()) < 20)
      assertEquals(
        sorted(query.collect().toSeq),
        sorted(stock(table.where("id % 3 = 0").groupBy("k").agg(count("s"), sum("id"))))
      )
      assert(
        scans(query).forall(_.summary.exists(summary => summary.tasks != summary.total)),
        query.queryExecution.executedPlan.toString
      )
    }

    test(s"collected rows keep their order, adaptive=$aqe") {
      adaptive(aqe)
      val table = many()
      val query = table.where("k = 3").select("id", "s")
      assert(tasks(assertEquals(query.collect().map(_.getLong(0)).toSeq, (0L until 10000L).filter(_ % 7 == 3))) < 20)
      assertEquals(query.localCheckpoint().rdd.getNumPartitions, 100)
      assertEquals(query.queryExecution.toRdd.getNumPartitions, 100)
      assertEquals(table.limit(15).collect().map(_.getLong(0)).toSeq, (0L until 15L))
      assertEquals(table.take(15).map(_.getLong(0)).toSeq, (0L until 15L))
      assertEquals(table.tail(15).map(_.getLong(0)).toSeq, (9985L until 10000L))
    }

    test(s"an RDD of a cached table has the table's partitions, adaptive=$aqe") {
      adaptive(aqe)
      val table = many()
      assertEquals(table.where("k = 3").rdd.getNumPartitions, 100)
      assertEquals(table.where("k = 3").localCheckpoint().rdd.getNumPartitions, 100)
      val partitions = spark.sparkContext.longAccumulator
      table.foreachPartition((_: Iterator[org.apache.spark.sql.Row]) => partitions.add(1))
      assertEquals(partitions.value.toLong, 100L)
    }

    test(s"expressions that depend on the partition give what they give without Okibi, adaptive=$aqe") {
      adaptive(aqe)
      val table = many()
      def query = table.select(monotonically_increasing_id(), spark_partition_id(), rand(7), col("id"))
      assertEquals(query.collect().toSeq, stock(query))
      def sample = table.sample(0.3, 11).select("id")
      assertEquals(sample.collect().toSeq, stock(sample))
      val parts = table.randomSplit(Array(0.5, 0.5), 3)
      assertEquals(parts.map(_.count()).sum, 10000L)
      assertEquals(parts(0).intersect(parts(1)).count(), 0L)
    }

    test(s"a writer makes one file for each partition, adaptive=$aqe") {
      adaptive(aqe)
      val out = folder("written").resolve("t")
      many(1000, 9).write.parquet(out.toString)
      assertEquals(out.toFile.list().count(_.endsWith(".parquet")), 9)
    }

    test(s"joins use the partitioning of cached tables, adaptive=$aqe") {
      adaptive(aqe)
      set("spark.sql.autoBroadcastJoinThreshold", -1)
      val left = cached(spark.range(0, 2000).selectExpr("id as a", "id * 2 as x").repartition(20, col("a")))
      val right = cached(spark.range(500, 3000).selectExpr("id as b", "id * 3 as y").repartition(20, col("b")))
      def query = left.join(right, col("a") === col("b")).select("a", "x", "y")
      assertEquals(sorted(query.collect().toSeq), sorted(stock(query)))
      val derived = left.where("x > 100")
      derived.collect()
      val kept = derived.localCheckpoint()
      assertEquals(kept.join(right, col("a") === col("b")).count(), (500 until 2000).size.toLong)
    }

    test(s"a table cached from a cached table keeps its partitions, adaptive=$aqe") {
      adaptive(aqe)
      set("spark.sql.autoBroadcastJoinThreshold", -1)
      val base = cached(spark.range(0, 2000).selectExpr("id as a", "id % 5 as x").repartition(20, col("a")))
      val filtered = base.where("x = 1")
      filtered.cache()
      assertEquals(filtered.collect().length, 400)
      val right = cached(spark.range(0, 3000).selectExpr("id as b").repartition(20, col("b")))
      assertEquals(filtered.join(right, col("a") === col("b")).count(), 400L)
      assertEquals(filtered.rdd.getNumPartitions, 20)
    }

    test(s"union, coalesce and zip give the same rows, adaptive=$aqe") {
      adaptive(aqe)
      val table = many(1000, 20)
      def union = table.union(table.where("k = 1")).groupBy("k").count()
      assertEquals(sorted(union.collect().toSeq), sorted(stock(union)))
      def coalesced = table.where("k < 3").coalesce(4)
      assertEquals(coalesced.collect().toSeq, stock(coalesced))
      assertEquals(coalesced.rdd.getNumPartitions, 4)
      val zipped = table.rdd.zip(table.select("id").rdd).map { case (a, b) => a.getLong(0) == b.getLong(0) }
      assert(zipped.collect().forall(identity))
    }
  }

  // Without generated code Spark's sort, for one, sends its node to the tasks.
  Seq(true, false).foreach { codegen =>
    test(s"nodes that are sent to tasks take a scan along, code generated=$codegen") {
      set("spark.sql.codegen.wholeStage", codegen)
      val table = many()
      val few = cached(spark.range(0, 30).selectExpr("id as other"))
      Seq[DataFrame => DataFrame](
        _.where("k = 3").sortWithinPartitions("s"),
        _.where("k = 3").sortWithinPartitions("s").join(broadcast(few.where("other > 5")), col("id") === col("other")),
        _.join(broadcast(few.where("other > 5")), col("id") === col("other")).sortWithinPartitions("s")
      ).foreach { query =>
        val rows = query(table)
        assertEquals(sorted(rows.collect().toSeq), sorted(stock(query(table))))
        assertEquals(sorted(rows.collect().toSeq), sorted(rows.localCheckpoint().collect().toSeq))
      }
    }
  }

  test("sorted partitions stay sorted") {
    val table = cached(spark.range(0, 5000).selectExpr("(id * 7919) % 5000 as v").sort("v"))
    assertEquals(table.collect().map(_.getLong(0)).toSeq, (0L until 5000L))
    assertEquals(table.where("v % 2 = 0").sort("v").collect().map(_.getLong(0)).toSeq, (0L until 5000L by 2))
    assertEquals(
      table
        .sortWithinPartitions("v")
        .rdd
        .mapPartitions(rows => Iterator(rows.map(_.getLong(0)).toArray))
        .collect()
        .forall(part => part.toSeq == part.sorted.toSeq),
      true
    )
  }

  test("grouping and the scan can be switched off") {
    val table = many()
    def query = table.agg(sum("id"))
    set("spark.okibi.tables.group.enabled", false)
    assert(tasks(query.collect()) >= 100)
    set("spark.okibi.tables.scan.enabled", false)
    val plain = query
    plain.collect()
    assertEquals(scans(plain), Nil)
  }
}
