package okibi.bench.machine.series

import okibi.bench.protocol.TimeSeries
import okibi.core.kit.WaitUntil
import okibi.core.machine.{CpuTicks, DiskCounters, MachineSample, MemInfo}

import munit.FunSuite

class MachineSeriesSuite extends FunSuite {
  private def sample(second: Int, cpu: CpuTicks, disks: (String, DiskCounters)*): MachineSample =
    MachineSample(second * 1000000000L, Some(cpu), disks.toMap, Some(MemInfo(second * 2000000L, second * 1000000L)))

  private val used = Seq(
    sample(0, CpuTicks(0, 0, 0, 0, 0), "sda" -> DiskCounters(0, 0, 0), "sdb" -> DiskCounters(5, 5, 5)),
    sample(
      1,
      CpuTicks(100, 50, 25, 25, 0),
      "sda" -> DiskCounters(3000000, 1000000, 500),
      "sdb" -> DiskCounters(5, 5, 5)
    ),
    sample(
      3,
      CpuTicks(100, 50, 25, 125, 0),
      "sda" -> DiskCounters(3000000, 5000000, 1500),
      "sdb" -> DiskCounters(5, 5, 5)
    )
  )

  test("series cover the time between samples, and an idle device has none") {
    val series = MachineSeries(used, 1).map(s => s.name -> s.values).toMap
    assertEquals(
      series,
      Map(
        "cpu.user" -> Seq(50.0, 0.0),
        "cpu.system" -> Seq(25.0, 0.0),
        "cpu.iowait" -> Seq(12.5, 0.0),
        "disk.sda.read" -> Seq(3.0, 0.0),
        "disk.sda.written" -> Seq(1.0, 2.0),
        "disk.sda.busy" -> Seq(50.0, 50.0),
        "memory.cached" -> Seq(2.0, 6.0),
        "memory.dirty" -> Seq(1.0, 3.0)
      )
    )
  }

  test("a device that appears, disappears or is reset gives no negative values") {
    val reset = sample(4, CpuTicks(0, 0, 0, 0, 0), "sda" -> DiskCounters(0, 0, 0), "sdc" -> DiskCounters(1, 1, 1))
    val series = MachineSeries(used :+ reset, 1)
    assert(series.forall(_.values.forall(_ >= 0)), series)
    assert(!series.exists(_.name.startsWith("disk.sdc")), series)
  }

  test("without /proc, or with one sample, there are no series") {
    assertEquals(MachineSeries(Seq.fill(2)(MachineSample(0, None, Map.empty, None)), 1), Nil)
    assertEquals(MachineSeries(used.take(1), 1), Nil)
  }

  test("points are at the ends of intervals, and a series is read back from its JSON") {
    val series = TimeSeries("cpu.user", "%", startSeconds = 2, stepSeconds = 0.5, Seq(1.5, 2.25))
    assertEquals(series.points, Seq((2.5, 1.5), (3.0, 2.25)))
    assertEquals(TimeSeries.read(series.json), series)
  }

  test("work that is sampled keeps its result") {
    assertEquals(MachineSampler.during(wanted = false)(7), (7, Nil))
    assertEquals(MachineSampler.during(wanted = true)(7)._1, 7)
  }

  test("the processors of this machine are sampled") {
    assume(okibi.core.machine.ProcStat.read().isDefined, "only Linux has /proc")
    val sampler = new MachineSampler(stepMs = 20)
    try {
      WaitUntil(s"cpu.user is one of ${sampler.series}", 60)(sampler.series.exists(_.name == "cpu.user"))
    } finally sampler.close()
  }
}
