package okibi.spark.sql.plan

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.expressions.BloomFilterMightContain

/** Runtime filters for joins of cached tables, with thresholds that suit the tables of a test. */
class JoinBloomSuite extends PlanFixture {
  override protected def settings: Seq[(String, String)] = Seq(
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "1k"
  )

  private def table(rows: Long, partitions: Int): DataFrame =
    spark.range(0, rows, 1, partitions).selectExpr("id as k", "id % 7 as v", "cast(id as string) as s")

  private def filters(query: DataFrame): Int =
    query.queryExecution.optimizedPlan
      .collect { case node => node.expressions.flatMap(_.collect { case bloom: BloomFilterMightContain => bloom }) }
      .flatten
      .length

  Seq(true, false).foreach { aqe =>
    test(s"a runtime filter is made, and the answer stays the same, adaptive=$aqe") {
      adaptive(aqe)
      val (large, small) = (cached(table(20000, 4)), cached(table(200, 2)))
      def query: DataFrame = large.as("l").join(small.where("s = '77'").as("r"), "k").selectExpr("l.v", "r.s")
      assertEquals(filters(query), 1)
      val joined = query
      assertEquals(sorted(joined.collect().toSeq), sorted(stock(query)))
      assert(scans(joined).exists(_.metrics(ScanMetrics.rows).value > 0))
    }
  }

  test("no runtime filter is made for tables below the threshold") {
    spark.conf.unset("spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold")
    try {
      val (large, small) = (cached(table(2000, 2)), cached(table(200, 2)))
      assertEquals(filters(large.as("l").join(small.where("s = '77'").as("r"), "k")), 0)
    } finally spark.conf.set("spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold", "1k")
  }
}
