package okibi.spark.observe

import scala.collection.mutable.ArrayBuffer

import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries, SeriesCodec}

import org.apache.spark.scheduler.SparkListenerTaskEnd

final class NodeLogSuite extends munit.FunSuite {
  private val posted = ArrayBuffer.empty[OkibiNodeSeries]
  private var nowMs = 0L

  override def beforeEach(context: BeforeEach): Unit = {
    posted.clear()
    nowMs = 0L
  }

  private def seconds(from: Int, count: Int) = SeriesCodec.encode(
    NodeSeries(
      2,
      Seq("sda"),
      Seq("/tmp" -> 0),
      (from until from + count).map(i => NodeInterval(i * 1000L, 1000, 50, 5, 5, 100, 1, Seq(DiskInterval(0, 10, 100))))
    )
  )

  private def log(budget: LogBudget) = new NodeLog(budget, posted += _, () => nowMs)

  private def written: Seq[NodeInterval] = posted.toSeq.flatMap(event => SeriesCodec.decode(event.series).get.intervals)

  private def budget(compressed: Boolean, tasks: Int): LogBudget = {
    val budget = new LogBudget(compressed)
    (1 to tasks).foreach(_ => budget.onTaskEnd(null: SparkListenerTaskEnd))
    budget
  }

  private def roomy: LogBudget = budget(compressed = false, tasks = 1000)

  test("one executor of each machine reports, and another one when it is gone") {
    val nodes = log(roomy)
    assertEquals(nodes.receive(NodeReport("1", "a", Some(seconds(0, 5)))), NodeAnswer(true, 5))
    assertEquals(nodes.receive(NodeReport("2", "a", Some(seconds(0, 5)))), NodeAnswer(false, 60))
    assertEquals(nodes.receive(NodeReport("3", "b", None)), NodeAnswer(true, 5))
    assertEquals(posted.map(_.host).toSeq, Seq("a"))
    nodes.executorRemoved("1")
    assertEquals(nodes.receive(NodeReport("2", "a", None)), NodeAnswer(true, 5))
    nowMs = 61000
    assertEquals(nodes.receive(NodeReport("4", "b", None)), NodeAnswer(true, 5))
  }

  test("machines report less often when there are many of them") {
    val nodes = log(roomy)
    val asked = (1 to 800).map(machine => nodes.receive(NodeReport(s"$machine", s"host-$machine", None)).nextSeconds)
    assertEquals(Seq(1, 100, 120, 400, 600, 800).map(machines => asked(machines - 1)), Seq(5, 5, 6, 20, 30, 30))
    assertEquals(nodes.receive(NodeReport("another", "host-1", None)), NodeAnswer(false, 360))
  }

  test("if there is room, all seconds are written, each once") {
    val nodes = log(roomy)
    (0 until 10).foreach(i => nodes.receive(NodeReport("1", "a", Some(seconds(i * 5, 5)))))
    assertEquals(written.map(_.startMs), (0 until 50).map(_ * 1000L))
  }

  test("a new reporter reports only the seconds that the last reporter did not") {
    val nodes = log(roomy)
    nodes.receive(NodeReport("1", "a", Some(seconds(0, 5))))
    nodes.executorRemoved("1")
    nodes.receive(NodeReport("2", "a", Some(seconds(3, 4))))
    nodes.receive(NodeReport("2", "a", Some(seconds(7, 2))))
    nowMs = 61000
    nodes.receive(NodeReport("3", "a", Some(seconds(8, 3))))
    assertEquals(written.map(_.startMs), (0 until 11).map(_ * 1000L))
  }

  test("a clock that is set back does not silence a machine") {
    val nodes = log(roomy)
    Seq(100, 0, 5).foreach(from => nodes.receive(NodeReport("1", "a", Some(seconds(from, 5)))))
    assertEquals(written.size, 15)
  }

  test("series take at most two percent of the log by becoming coarser, and no disk activity is lost") {
    val scarce = budget(compressed = true, tasks = 300)
    val start = scarce.leftBytes
    val nodes = log(scarce)
    (0 until 720).foreach(i => nodes.receive(NodeReport("1", "a", Some(seconds(i * 5, 5)))))
    nodes.end()
    val bytes = posted.map(_.series.length + 100).sum
    assert(bytes <= start, s"$bytes of $start")
    assertEquals(written.flatMap(_.disks.map(_.writtenKiB)).sum, 36000L)
    assertEquals(written.map(_.lengthMs).sum, 3600000)
  }

  test("a thousand machines write ten events a second in all, and no activity is lost") {
    val nodes = log(budget(compressed = false, tasks = 1000000))
    for (i <- 0 until 40; host <- 0 until 1000) {
      nowMs = i * 5000L + host * 5
      nodes.receive(NodeReport(host.toString, s"h$host", Some(seconds(i * 5, 5))))
    }
    val whileRunning = posted.size
    assert(whileRunning <= 1000 + 10 * 200, s"$whileRunning events in 200 s")
    nodes.end()
    assertEquals(written.map(_.lengthMs.toLong).sum, 1000 * 200 * 1000L)
  }

  test("machines that come and go do not delay the series of machines that stay") {
    val nodes = log(budget(compressed = false, tasks = 3000))
    (0 until 5000).foreach { i =>
      nodes.receive(NodeReport(s"$i", s"pod$i", None))
      nodes.executorRemoved(s"$i")
    }
    nodes.receive(NodeReport("stays", "a", Some(seconds(0, 5))))
    assertEquals(posted.map(_.host).toSeq, Seq("a"))
  }

  test("a report that is no series is ignored") {
    assertEquals(log(roomy).receive(NodeReport("1", "a", Some("?"))), NodeAnswer(true, 5))
  }
}
