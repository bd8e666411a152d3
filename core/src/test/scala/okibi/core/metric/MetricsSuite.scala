package okibi.core.metric

class MetricsSuite extends munit.FunSuite {
  private val counted = CacheMetrics.dropped.name
  private val timed = CacheMetrics.serializeNs.name
  private val held = IndexMetrics.executorFilterBytes.name

  test("after the loss of an executor its counters and timers remain, and its gauges do not") {
    assertEquals(Metrics.afterLoss(Map(counted -> 1L, timed -> 2L, held -> 3L)), Map(counted -> 1L, timed -> 2L))
  }

  test("the values of many executors add up by name") {
    assertEquals(
      Metrics.sum(Map(counted -> 1L, held -> 2L), Map(held -> 3L, timed -> 4L)),
      Map(counted -> 1L, held -> 5L, timed -> 4L)
    )
  }

  test(
    "the kind of a metric agrees with its text: times are timers, texts with \"now\" are gauges, others are counters"
  ) {
    Metrics.all.foreach { metric =>
      val kindByText =
        if (metric.unit == MetricUnit.Nanos) MetricKind.Timer
        else if (metric.doc.matches(".*\\bnow\\b.*")) MetricKind.Gauge
        else MetricKind.Counter
      assertEquals(metric.kind, kindByText, metric.name)
    }
  }
}
