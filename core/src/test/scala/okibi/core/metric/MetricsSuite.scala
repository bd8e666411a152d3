package okibi.core.metric

class MetricsSuite extends munit.FunSuite {
  private val counted = CacheMetrics.dropped.name
  private val timed = CacheMetrics.serializeNs.name
  private val held = IndexMetrics.executorFilterBytes.name

  test("after the loss of an executor its counters and timers remain, and its gauges do not") {
    val figures = Figures(Map(counted -> 1L, timed -> 2L, held -> 3L))
    assertEquals(figures.byName, Map(counted -> 1L, timed -> 2L, held -> 3L))
    assertEquals(figures.afterLoss.byName, Map(counted -> 1L, timed -> 2L))
  }

  test("the values of many executors add up by name") {
    assertEquals(
      Figures.sum(Iterator(Map(counted -> 1L, held -> 2L), Map(held -> 3L, timed -> 4L)).map(Figures(_))).byName,
      Map(counted -> 1L, held -> 5L, timed -> 4L)
    )
  }

  test("a name that is no metric is left out") {
    assertEquals(Figures(Map("of another version" -> 1L, counted -> 0L)).byName, Map(counted -> 0L))
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
