package okibi.core.machine

final class MachineSuite extends munit.FunSuite {
  private def cpu(text: String): Option[CpuTicks] = ProcStat.parse(Proc.words(text))
  private def disks(text: String): Map[String, DiskCounters] = DiskStats.parse(Proc.words(text))
  private def memory(text: String): Option[MemInfo] = MemInfo.parse(Proc.words(text))

  test("processor times come from the line of all cores; user includes nice, system includes interrupts") {
    val times = cpu("cpu  100 20 30 400 50 6 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 5 4")
    assertEquals(times, Some(CpuTicks(user = 120, system = 43, iowait = 50, idle = 400, steal = 8)))
    assertEquals(times.map(_.total), Some(621L))
    assertEquals(times.map(_ - CpuTicks(20, 3, 50, 100, 0)), Some(CpuTicks(100, 40, 0, 300, 8)))
  }

  test("malformed processor lines yield no times") {
    Seq(
      "",
      "\n\n",
      "cpu",
      "cpu 1 2 3",
      "cpu a b c d e f g h",
      "cpu x 2 3 4 5 6 7 8 9 10",
      "cpu -1 2 3 4 5 6 7 8",
      "cpu0 1 2 3 4 5 6 7 8",
      "cpu 99999999999999999999 2 3 4 5 6 7 8"
    )
      .foreach(text => assertEquals(cpu(text), None, text))
  }

  test("disk counters are in bytes and milliseconds, from the lines of old and new kernels") {
    val old = "   8       0 sda 10 1 2000 3 20 2 4000 5 0 77 88"
    val recent = s"$old 1 2 3 4 5 6\n 259 1 nvme0n1 1 0 8 0 1 0 16 0 0 9 9"
    val sda = DiskCounters(readBytes = 2000 * 512, writtenBytes = 4000 * 512, busyMs = 77)
    assertEquals(disks(old), Map("sda" -> sda))
    assertEquals(disks(recent), Map("sda" -> sda, "nvme0n1" -> DiskCounters(4096, 8192, 9)))
  }

  test("malformed disk lines are skipped, and the others remain") {
    val good = "8 0 sda 1 1 2 3 4 5 6 7 8 9 10"
    val malformed = Seq(
      "",
      "8 0",
      "8 0 sdb",
      "8 0 sdb 1 1 x 3 4 5 6 7 8 9 10",
      "8 0 sdb 1 1 -2 3 4 5 6 7 8 9 10",
      s"8 0 sdb 1 1 ${Long.MaxValue} 3 4 5 6 7 8 9 10",
      "\u0000\u00ff"
    )
    assertEquals(disks((malformed :+ good).mkString("\n")).keySet, Set("sda"))
  }

  test("memory is in bytes, and unknown when one of its lines is missing") {
    val text = "MemTotal: 100 kB\nCached:     3 kB\nDirty:  2 kB\nHugePages_Total:  0"
    assertEquals(memory(text), Some(MemInfo(cachedBytes = 3072, dirtyBytes = 2048)))
    assertEquals(memory("Cached: 3 kB"), None)
    assertEquals(memory("MemTotal: 1 kB\nCached: 3 kB\nDirty: many kB"), None)
    assertEquals(memory(""), None)
  }

  test("the time of a process includes that of its ended children, for every name of the process") {
    assertEquals(
      ProcessStat.parse("12 (a) S (b 1) S 1 12 12 0 -1 4194304 1 2 3 4 100 9 20 8 20 0 1 0 99"),
      Some(ProcessTicks(user = 120, system = 17))
    )
    Seq("", "12 (java)", "12 (java) S 1 2", "12 (java) S 1 12 12 0 -1 4194304 1 2 3 4 x 9 20 8").foreach(text =>
      assertEquals(ProcessStat.parse(text), None, text)
    )
  }

  test("the clock rate is the median over the processors, and unknown without a rate") {
    def clock(text: String): Option[Double] = CpuInfo.parse(Proc.words(text))
    assertEquals(
      clock("processor\t: 0\ncpu MHz\t\t: 2400.5\ncpu MHz\t\t: 3000\nmodel name : cpu MHz\ncpu MHz : 1000"),
      Some(2400.5e6)
    )
    Seq("", "cpu MHz : fast", "cpu MHz :", "cpu MHz : -1").foreach(text => assertEquals(clock(text), None, text))
  }

  test("the files of this machine are read, and a missing file is like an empty one") {
    assertEquals(Proc.lines("no such file"), Nil)
    if (java.nio.file.Files.isReadable(java.nio.file.Paths.get("/proc/stat"))) {
      assert(ProcStat.read().exists(_.total > 0))
      assert(ProcStat.processors > 0)
      assert(ProcessStat.ticks(ProcessHandle.current.pid).exists(ticks => ticks.user >= 0 && ticks.system >= 0))
      assert(MemInfo.read().exists(_.cachedBytes > 0))
      assert(DiskStats.read().keys.forall(_.nonEmpty))
    }
  }
}
