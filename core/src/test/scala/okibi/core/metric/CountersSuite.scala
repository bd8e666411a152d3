package okibi.core.metric

import okibi.core.Threads

class CountersSuite extends munit.FunSuite {
  private val reads = Metric.counter("reads", MetricUnit.Count, "Reads.")
  private val bytes = Metric.counter("bytes", MetricUnit.Bytes, "Bytes.")
  private val held = Metric.gauge("held", MetricUnit.Bytes, "Bytes held now.")

  test("counters begin at zero and add up") {
    val counters = new Counters(Seq(reads, bytes))
    counters.increment(reads)
    counters.increment(reads)
    counters.add(bytes, 100L)
    assertEquals(counters.value(reads), 2L)
    assertEquals(counters.snapshot, Map("reads" -> 2L, "bytes" -> 100L))
    assertEquals(new Counters(Seq(reads)).snapshot, Map("reads" -> 0L))
  }

  test("a snapshot does not change afterwards") {
    val counters = new Counters(Seq(reads))
    val frozen = counters.snapshot
    counters.increment(reads)
    assertEquals(frozen, Map("reads" -> 0L))
  }

  test("adding to a metric outside the list is an error, and not a new counter") {
    val counters = new Counters(Seq(reads))
    intercept[NoSuchElementException](counters.increment(bytes))
  }

  test("a gauge is read from its owner each time, and cannot be added to") {
    var bytesHeld = 7L
    val counters = new Counters(Seq(reads, held), Map(held -> (() => bytesHeld)))
    bytesHeld = 5L
    assertEquals((counters.value(held), counters.snapshot), (5L, Map("reads" -> 0L, "held" -> 5L)))
    intercept[NoSuchElementException](counters.add(held, 1L))
  }

  test("a gauge without a reader is an error, and so is a reader for a counter") {
    intercept[IllegalArgumentException](new Counters(Seq(held)))
    intercept[IllegalArgumentException](new Counters(Seq(reads), Map(reads -> (() => 1L))))
  }

  test("threads that count at the same time lose nothing") {
    val counters = new Counters(Seq(reads))
    Threads.run(4)(_ => (1 to 10000).foreach(_ => counters.increment(reads)))
    assertEquals(counters.value(reads), 40000L)
  }
}
