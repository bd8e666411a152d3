package org.apache.spark.okibi

import okibi.spark.observe.{OkibiCounters, OkibiNodeSeries}

import org.apache.spark.util.JsonProtocol

/** Okibi's events through Spark's own event log: a driver writes them and a History Server reads them. In Spark's
  * package, because its JsonProtocol is private[spark].
  */
final class LoggedEventsSuite extends munit.FunSuite {
  private val events =
    Seq(OkibiNodeSeries("host", "1 2 3"), OkibiCounters(1000L, Map("memoryHits" -> 1L, "diskReadBytes" -> (1L << 40))))

  for (event <- events) test(s"${event.getClass.getSimpleName} is read back as it was written") {
    assertEquals(JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(event)), event)
  }

  test("counters that were read back are Long values, small ones too") {
    val read =
      JsonProtocol.sparkEventFromJson(JsonProtocol.sparkEventToJsonString(OkibiCounters(1L, Map("memoryHits" -> 1L))))
    assertEquals(read.asInstanceOf[OkibiCounters].counters.values.sum + 1, 2L)
  }
}
