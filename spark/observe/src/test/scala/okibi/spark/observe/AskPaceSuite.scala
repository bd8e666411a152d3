package okibi.spark.observe

import okibi.spark.observe.AskPace.{firstHeartbeatMs, leastHeartbeatMs, minIntervalMs, noStage}

final class AskPaceSuite extends munit.FunSuite {
  private def within(got: Long, least: Long, most: Long): Unit =
    assert(got >= least && got <= most, s"$got, not $least to $most")

  test("the first ask is due some seconds after the start, or at once for a stage; the next after a heartbeat") {
    val pace = new AskPace(1)
    within(pace.waitMs(1000, noStage), firstHeartbeatMs, firstHeartbeatMs * 5 / 4)
    assertEquals(pace.waitMs(1000, 7), 0L)
    assertEquals(pace.waitMs(1000 + firstHeartbeatMs * 5 / 4, noStage), 0L)
    pace.answered(1000, 100, noStage)
    within(pace.waitMs(1000, noStage), leastHeartbeatMs, leastHeartbeatMs * 5 / 4)
    assertEquals(pace.waitMs(1000 + leastHeartbeatMs * 5 / 4, noStage), 0L)
  }

  test("the heartbeat is slower in a large cluster, a minute at most") {
    Seq(100 -> 10000L, 500 -> 10000L, 1000 -> 20000L, 5000 -> 60000L).foreach { case (intervalMs, heartbeat) =>
      val pace = new AskPace(1)
      pace.answered(0, intervalMs, noStage)
      within(pace.waitMs(0, noStage), heartbeat, heartbeat * 5 / 4)
    }
    assertEquals(Seq(10, 1000, 2000, 10000).map(PlanServer.heartbeatMs), Seq(10000L, 10000L, 20000L, 60000L))
  }

  test("a new stage is asked for at once if the last ask was long ago, otherwise after the interval") {
    val pace = new AskPace(1)
    pace.answered(0, 100, noStage)
    within(pace.waitMs(0, 7), minIntervalMs.toLong, minIntervalMs * 5L / 4)
    assertEquals(pace.waitMs(5000, 7), 0L)
  }

  test("a large cluster asks for a new stage spread over the interval that the driver gave") {
    val waits = (1 to 1000).map { executor =>
      val pace = new AskPace(executor.toLong)
      pace.answered(0, 5000, noStage)
      pace.waitMs(8000, 7)
    }
    within(waits.min, 0, 100)
    within(waits.max, 4700, 4900)
    within(waits.sum / waits.size, 2200, 2700)
  }

  test("the time chosen for a stage does not change while the executor waits") {
    val pace = new AskPace(1)
    pace.answered(0, 5000, noStage)
    val due = 8000 + pace.waitMs(8000, 7)
    assertEquals(8100 + pace.waitMs(8100, 7), due)
    assertEquals(8200 + pace.waitMs(8200, 9), due)
  }

  test(
    "asks for a stage that the driver does not know yet slow down to the heartbeat; a newer stage does not wait so long"
  ) {
    val pace = new AskPace(1)
    var now = 0L
    val waits = (1 to 12).map { _ =>
      pace.answered(now, 100, 7)
      val wait = pace.waitMs(now, 7)
      now += wait
      wait
    }
    within(waits(0), 100, 125)
    within(waits(1), 200, 250)
    within(waits(2), 400, 500)
    within(waits.last, leastHeartbeatMs, leastHeartbeatMs * 5 / 4)
    pace.answered(now, 100, 7)
    within(pace.waitMs(now, 8), 100, 125)
  }

  test("failures slow asks down to six heartbeats, and the first answer ends that") {
    val pace = new AskPace(1)
    pace.failed(0)
    within(pace.waitMs(0, 7), 200, 250)
    (1 to 20).foreach(_ => pace.failed(0))
    within(pace.waitMs(0, 7), 6 * leastHeartbeatMs, 6 * leastHeartbeatMs * 5 / 4)
    within(pace.waitMs(0, noStage), 6 * leastHeartbeatMs, 6 * leastHeartbeatMs * 5 / 4)
    pace.answered(0, 100, noStage)
    within(pace.waitMs(0, 7), 100, 125)
  }
}
