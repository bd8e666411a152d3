package okibi.spark.observe

import scala.collection.mutable.ArrayBuffer

import okibi.core.metric.Metrics

import org.apache.spark.scheduler.{SparkListenerJobEnd, SparkListenerTaskEnd}

final class CounterLogSuite extends munit.FunSuite {
  private val posted = ArrayBuffer.empty[OkibiCounters]
  private var nowMs = 0L
  private var counters = Map("memoryHits" -> 1L, "diskHits" -> 0L)

  private def log(tasks: Int): CounterLog = {
    posted.clear()
    nowMs = 1000
    val budget = new LogBudget(compressed = false)
    (1 to tasks).foreach(_ => budget.onTaskEnd(null: SparkListenerTaskEnd))
    if (tasks == 0) budget.spend((LogBudget.leastBytes - CounterLog.keptBytes - 200).toInt)
    new CounterLog(budget, () => counters, posted += _, () => nowMs)
  }

  private def job(log: CounterLog): Unit = log.onJobEnd(null: SparkListenerJobEnd)

  test("counters are written every ten seconds if they changed, and at the end") {
    val counterLog = log(tasks = 1000)
    job(counterLog)
    nowMs = 9000
    counters = Map("memoryHits" -> 2L)
    job(counterLog)
    nowMs = 11000
    job(counterLog)
    nowMs = 30000
    job(counterLog)
    counters = Map("memoryHits" -> 3L)
    counterLog.end()
    counterLog.end()
    assertEquals(
      posted.toSeq,
      Seq(
        OkibiCounters(1000, Map("memoryHits" -> 1L)),
        OkibiCounters(11000, Map("memoryHits" -> 2L)),
        OkibiCounters(30000, Map("memoryHits" -> 3L))
      )
    )
  }

  test("nothing is written after the end, when the counters may be gone") {
    counters = Map("memoryHits" -> 1L)
    val counterLog = log(tasks = 1000)
    job(counterLog)
    counters = Map("memoryHits" -> 2L)
    counterLog.end()
    counters = Map.empty
    nowMs = 60000
    job(counterLog)
    counterLog.end()
    assertEquals(posted.map(_.counters).toSeq, Seq(1L, 2L).map(n => Map("memoryHits" -> n)))
  }

  test("counters are summed once in ten seconds, however many stages and jobs end") {
    var looks = 0
    val counterLog =
      new CounterLog(new LogBudget(compressed = false), () => { looks += 1; Map.empty }, posted += _, () => nowMs)
    nowMs = 0
    (1 to 1000).foreach { _ => nowMs += 20; job(counterLog) }
    assertEquals(looks, 2)
  }

  test("with little room, counters are written once and at the end") {
    val counterLog = log(tasks = 0)
    (1 to 20).foreach { i =>
      nowMs = i * 10000L
      counters = Map("memoryHits" -> i.toLong)
      job(counterLog)
    }
    counterLog.end()
    assertEquals(posted.map(_.counters).toSeq, Seq(1L, 20L).map(n => Map("memoryHits" -> n)))
  }

  test("all counters have room at the end") {
    val counterLog = log(tasks = 0)
    counters = Metrics.all.map(_.name -> 12345678L).toMap
    job(counterLog)
    assertEquals(posted.size, 0)
    counterLog.end()
    assertEquals(posted.map(_.counters).toSeq, Seq(counters))
  }
}
