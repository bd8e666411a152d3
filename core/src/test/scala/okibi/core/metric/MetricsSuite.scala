package okibi.core.metric

class MetricsSuite extends munit.FunSuite {
  private val counted = CacheMetrics.dropped.name
  private val timed = CacheMetrics.serializeNs.name
  private val held = IndexMetrics.executorFilterBytes.name

  test("of an executor that is gone counters and timers stay, and gauges go") {
    assertEquals(Metrics.afterLoss(Map(counted -> 1L, timed -> 2L, held -> 3L)), Map(counted -> 1L, timed -> 2L))
  }

  test("figures of many executors add up by name") {
    assertEquals(
      Metrics.sum(Map(counted -> 1L, held -> 2L), Map(held -> 3L, timed -> 4L)),
      Map(counted -> 1L, held -> 5L, timed -> 4L)
    )
  }

  test(
    "what a metric says of itself is its kind: times are timers, what there is now is a gauge, and all else is counted"
  ) {
    Metrics.all.foreach { metric =>
      val said =
        if (metric.unit == MetricUnit.Nanos) MetricKind.Timer
        else if (metric.doc.matches(".*\\bnow\\b.*")) MetricKind.Gauge
        else MetricKind.Counter
      assertEquals(metric.kind, said, metric.name)
    }
  }
}
