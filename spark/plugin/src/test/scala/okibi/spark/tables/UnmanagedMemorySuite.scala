package okibi.spark.tables

import munit.FunSuite
import okibi.core.kit.WaitUntil
import okibi.spark.Okibi

import scala.concurrent.duration.{Duration, DurationInt}
import scala.util.Try

/** Spark's own books of memory that Spark does not hand out. */
class UnmanagedMemorySuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  /** Spark's figure of what is registered as Okibi's; None before Spark 4.1. */
  private def reported: Option[Long] = {
    val manager = Class.forName("org.apache.spark.memory.UnifiedMemoryManager$")
    Try(manager.getMethod("getMemoryByComponentType", classOf[String])).toOption
      .map(_.invoke(manager.getField("MODULE$").get(null), "okibi").asInstanceOf[Long])
  }

  test("from Spark 4.1 on, the pages of cached tables are in the books of memory outside the heap") {
    val settings = Seq(
      "spark.memory.offHeap.enabled" -> "true",
      "spark.memory.offHeap.size" -> "64m",
      "spark.memory.unmanagedMemoryPollingInterval" -> "100ms"
    )
    LocalSession.withSession(settings: _*) { (session, _) =>
      val before = Okibi.metrics("tableMappedBytes")
      val table = session.range(0, 400000, 1, 4).selectExpr("xxhash64(id) as h").cache()
      table.selectExpr("sum(h % 100)").collect()
      val mapped = Okibi.metrics("tableMappedBytes")
      assert(mapped - before > 3000000, Okibi.metrics.toString)
      if (Seq("3.5", "4.0").exists(session.version.startsWith)) assertEquals(reported, None)
      else WaitUntil("Spark's figure is that of the tables", 30)(reported.exists(_ > 3000000))
      table.unpersist(blocking = true)
      WaitUntil("what was mapped is not", 30)(Okibi.metrics("tableMappedBytes") <= before)
      assert(reported.forall(_ <= Okibi.metrics("tableMappedBytes")), reported)
    }
  }
}
