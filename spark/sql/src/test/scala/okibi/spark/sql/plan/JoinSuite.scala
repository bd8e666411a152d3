package okibi.spark.sql.plan

import scala.util.Random

import okibi.core.kit.Draws
import okibi.spark.sql.predicate.InKeysPredicate

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._

/** Joins of cached tables give the rows that they give without Okibi's scan, and keys of broadcasts reach the scan. */
class JoinSuite extends PlanFixture {
  private val kinds = Seq("inner", "cross", "left_outer", "right_outer", "full_outer", "left_semi", "left_anti")

  private def table(random: Random, name: String, rows: Int, keys: Int, partitions: Int): DataFrame = {
    val session = spark
    import session.implicits._
    val data = Seq.fill(rows) {
      val key = if (random.nextInt(10) == 0) None else Some(random.nextInt(keys))
      (key, if (random.nextInt(8) == 0) null else s"s${random.nextInt(keys)}", random.nextInt(1000).toLong)
    }
    cached(data.toDF(s"${name}k", s"${name}s", s"${name}v").repartition(partitions))
  }

  Seq(true, false).foreach { aqe =>
    test(s"joins of all types give the same rows for random tables, adaptive=$aqe") {
      adaptive(aqe)
      val random = Draws.random("JoinSuite")
      val tables =
        (1 to Draws.cases(2)).map(i => (table(random, s"a$i", 300, 40, 12), table(random, s"b$i", 60, 60, 5)))
      for (kind <- kinds; ((left, right), i) <- tables.zipWithIndex; broadcastSide <- Seq("none", "left", "right")) {
        val Seq(lk, ls, lv, rk, rs, rv) = (left.columns ++ right.columns).map(col(_)).toSeq
        val small = right.where(rv < random.nextInt(900) + 50)
        val condition = random.nextInt(3) match {
          case 0 => lk === rk
          case 1 => lk === rk && ls === rs
          case _ => lk.cast("long") === rk.cast("long") && lv > rv
        }
        val (l, r) = broadcastSide match {
          case "left" => (broadcast(left), small)
          case "right" => (left, broadcast(small))
          case _ => (left, small)
        }
        def query = l.where(lv % 3 =!= 0).join(r, condition, kind)
        assertEquals(
          sorted(query.collect().toSeq),
          sorted(stock(query)),
          s"$kind $condition, broadcast $broadcastSide, tables ${i + 1}, seed ${Draws.seed}"
        )
      }
    }

    test(s"the keys of a broadcast side reach the scan, adaptive=$aqe") {
      adaptive(aqe)
      val facts = cached(spark.range(0, 4000, 1, 40).selectExpr("id as f", "id % 100 as g"))
      val names = cached(spark.range(0, 300, 1, 3).selectExpr("id * 10 as n", "cast(id as string) as name"))
      val query = facts.join(broadcast(names.where("name < '12'")), col("f") === col("n")).groupBy("g").count()
      assertEquals(
        sorted(query.collect().toSeq),
        sorted(stock(facts.join(broadcast(names.where("name < '12'")), col("f") === col("n")).groupBy("g").count()))
      )
      val filters = scans(query).flatMap(_.joinFilters).collect { case filter: JoinFilter => filter }
      assertEquals(filters.length, 1, query.queryExecution.executedPlan.toString)
      assertEquals(filters.head.predicates.forIndex.map(_.expression.references.map(_.name).mkString), Seq("f"))
      val wanted = names.where("name < '12'").select("n").collect().map(_.getLong(0)).toSet
      val found = filters.head.predicates.forIndex.map(_.parsed).collect { case in: InKeysPredicate => in.values.toSet }
      assertEquals(found, Seq(wanted.toSet[Any]))
    }

    test(s"the broadcast of a join with a cached table is made once, adaptive=$aqe") {
      adaptive(aqe)
      val facts = cached(spark.range(0, 1000, 1, 10).toDF("f"))
      val calls = spark.sparkContext.longAccumulator
      val counted = udf { (x: Long) => calls.add(1); x }
      val side = spark.range(0, 50, 1, 1).select(counted.asNondeterministic()(col("id")).as("n"))
      assertEquals(facts.join(broadcast(side), col("f") === col("n")).collect().length, 50)
      assertEquals(calls.value.toLong, 50L)
    }

    test(s"keys reach the scan through projections, filters and other joins, adaptive=$aqe") {
      adaptive(aqe)
      val facts = cached(spark.range(0, 2000, 1, 20).selectExpr("id as f", "id % 100 as g", "id % 11 as h"))
      val one = spark.range(0, 20).toDF("x").where("x % 2 = 0")
      val two = spark.range(0, 5).toDF("y")
      def query = facts
        .where("f > 10")
        .selectExpr("g as gg", "h", "f + 1 as f1")
        .join(broadcast(one), col("gg") === col("x"))
        .join(broadcast(two), col("h") === col("y"), "left_semi")
        .select("f1", "gg")
      val pruned = query
      assertEquals(sorted(pruned.collect().toSeq), sorted(stock(query)))
      assertEquals(scans(pruned).flatMap(_.joinFilters).length, 2, pruned.queryExecution.executedPlan.toString)
    }

    test(s"no keys reach the scan if the join keeps rows without a partner, or below a limit, adaptive=$aqe") {
      adaptive(aqe)
      val facts = cached(spark.range(0, 200, 1, 10).toDF("f"))
      Seq("left_outer", "left_anti").foreach { kind =>
        val query = facts.join(broadcast(spark.range(0, 5).toDF("n")), col("f") === col("n"), kind)
        query.collect()
        assertEquals(scans(query).flatMap(_.joinFilters), Nil, kind)
      }
      val limited = facts.limit(50).join(broadcast(spark.range(0, 5).toDF("n")), col("f") === col("n"))
      limited.collect()
      assertEquals(scans(limited).flatMap(_.joinFilters), Nil)
    }
  }

  test("of more keys than allowed the range reaches the scan") {
    set("spark.okibi.tables.joinFilter.keys", 10)
    val facts = cached(spark.range(0, 1000, 1, 10).toDF("f"))
    val query = facts.join(broadcast(spark.range(100, 200).toDF("n")), col("f") === col("n"))
    assertEquals(query.collect().length, 100)
    val predicates =
      scans(query).flatMap(_.joinFilters).collect { case filter: JoinFilter =>
        filter.predicates.forIndex.map(_.expression.sql)
      }
    assertEquals(predicates.flatten.map(_.replaceAll("[`(]|\\)", "")), Seq("f >= 100L", "f <= 199L"))
  }

  test("self joins, subqueries and set operations of a cached table give the same rows") {
    // The table is not sorted: Spark 3.5 fails to rename the columns of a sorted one in a self join.
    val table = cached(spark.range(0, 500).selectExpr("id as a", "id % 13 as b").repartition(25))
    table.createOrReplaceTempView("t")
    Seq(
      "select count(*) from t x join t y on x.a = y.b where x.b = 3",
      "select * from t where a = (select max(a) from t where b = 5)",
      "select * from t where a in (select b from t where a > 100) order by a",
      "select * from t where not exists (select 1 from t u where u.b = t.a) order by a",
      "select b, (select count(*) from t u where u.b = t.b) c from t where a < 20 order by a",
      "select * from (select b from t except select a from t) order by b",
      "select /*+ broadcast(y) */ x.a from t x join (select distinct b from t where a < 4) y on x.a = y.b order by x.a",
      "with m as (select b, max(a) m from t group by b) select t.a from t join m on t.a = m.m order by 1"
    ).foreach { text =>
      assertEquals(spark.sql(text).collect().toSeq, stock(spark.sql(text)), text)
    }
  }

  test("SQL caches, refreshes and frees tables") {
    spark.sql("create or replace temp view src as select id, id % 3 as k from range(0, 90, 1, 9)")
    spark.sql("cache table ct as select * from src where k < 2")
    assertEquals(
      spark.sql("select sum(id) from ct where k = 1").collect().head.getLong(0),
      (0L until 90L).filter(_ % 3 == 1).sum
    )
    spark.sql("refresh table ct")
    assertEquals(spark.sql("select count(*) from ct").collect().head.getLong(0), 60L)
    spark.sql("uncache table ct")
    assertEquals(spark.sql("select count(*) from ct").collect().head.getLong(0), 60L)
    spark.sql("cache lazy table src")
    assertEquals(spark.sql("select count(*) from src where k = 2").collect().head.getLong(0), 30L)
    spark.sql("clear cache")
  }
}
