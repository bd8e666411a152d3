package okibi.core.observe

import munit.FunSuite
import okibi.core.machine.{CpuTicks, DiskCounters, MachineSample, MemInfo}

class NodeMeterSuite extends FunSuite {
  private def sample(second: Int, user: Long, disks: (String, DiskCounters)*) = MachineSample(
    second * 1000000000L,
    Some(CpuTicks(user, 0, 0, 200L * second - user, 0)),
    disks.toMap,
    Some(MemInfo(5L << 30, 1 << 20))
  )

  test("an interval has the growth of the counters between two samples") {
    val meter = new NodeMeter(2, Seq("/data" -> Some("sdb"), "/dev/shm" -> None))
    meter.add(1000, sample(0, 0, "sda" -> DiskCounters(0, 0, 0), "sdb" -> DiskCounters(0, 1024, 10)))
    assertEquals(meter.take(), None)
    meter.add(2000, sample(1, 50, "sda" -> DiskCounters(0, 0, 0), "sdb" -> DiskCounters(2048, 4096, 510)))
    meter.add(3000, sample(2, 250, "sda" -> DiskCounters(4096, 0, 7), "sdb" -> DiskCounters(2048, 4096, 510)))
    val series = meter.take().get
    assertEquals(series.devices, Seq("sdb", "sda"))
    assertEquals(series.directories, Seq("/data" -> 0, "/dev/shm" -> -1))
    assertEquals(
      series.intervals,
      Seq(
        NodeInterval(1000, 1000, 25, 0, 0, 5120, 1, Seq(DiskInterval(2, 3, 500))),
        NodeInterval(2000, 1000, 100, 0, 0, 5120, 1, Seq(DiskInterval.idle, DiskInterval(4, 0, 7)))
      )
    )
    assertEquals(meter.take(), None)
  }

  test("a device that was attached again is idle, and without /proc there are no intervals") {
    val meter = new NodeMeter(2, Nil)
    meter.add(1000, sample(0, 0, "sda" -> DiskCounters(4096, 0, 50)))
    meter.add(2000, sample(1, 0, "sda" -> DiskCounters(0, 0, 0)))
    assertEquals(meter.take().get.intervals.map(_.disks), Seq(Nil))
    val withoutProc = new NodeMeter(2, Nil)
    (1 to 3).foreach(i => withoutProc.add(i * 1000L, MachineSample(i * 1000000000L, None, Map.empty, None)))
    assertEquals(withoutProc.take(), None)
  }

  test("after forget, the intervals start with the next sample, because another executor reported the time before") {
    val meter = new NodeMeter(2, Nil)
    meter.add(0, sample(0, 0, "sda" -> DiskCounters(0, 0, 0)))
    meter.add(1000, sample(1, 20, "sda" -> DiskCounters(0, 1024, 0)))
    meter.forget()
    meter.add(600000, sample(600, 100, "sda" -> DiskCounters(0, 1 << 30, 0)))
    meter.add(601000, sample(601, 150, "sda" -> DiskCounters(0, (1 << 30) + 2048, 0)))
    assertEquals(
      meter.take().get.intervals,
      Seq(NodeInterval(600000, 1000, 25, 0, 0, 5120, 1, Seq(DiskInterval(0, 2, 0))))
    )
  }

  test("with a clock that was set back, a merged interval is as long as its parts together") {
    val (before, after) = (NodeInterval(600000, 1000, 10, 0, 0, 0, 0, Nil), NodeInterval(0, 1000, 30, 0, 0, 0, 0, Nil))
    assertEquals(before and after, NodeInterval(600000, 2000, 20, 0, 0, 0, 0, Nil))
    val series = NodeSeries(2, Nil, Nil, Seq(before and after))
    assertEquals(SeriesCodec.decode(SeriesCodec.encode(series)), Some(series))
  }

  test("intervals that are not taken are merged, and their number is bounded") {
    val meter = new NodeMeter(2, Nil)
    (0 to 5000).foreach(i => meter.add(i * 1000L, sample(i, i * 20L, "sda" -> DiskCounters(0, i * 1024L, 0))))
    val intervals = meter.take().get.intervals
    assert(intervals.size <= NodeMeter.maxKept, intervals.size)
    assertEquals(intervals.map(_.lengthMs).sum, 5000000)
    assertEquals(intervals.flatMap(_.disks.map(_.writtenKiB)).sum, 5000L)
    assert(intervals.forall(_.userPercent == 10))
    assertEquals(NodeMeter.atMost(NodeSeries(2, Nil, Nil, intervals), 10).intervals.map(_.lengthMs).sum, 5000000)
  }
}
