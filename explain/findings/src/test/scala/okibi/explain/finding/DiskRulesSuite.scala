package okibi.explain.finding

import okibi.core.observe.DiskInterval
import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{TaskMetrics, Transfer}

/** Rules about local disks, the same. */
class DiskRulesSuite extends RuleSuite {
  test("the one disk that takes all shuffle files") {
    val found = of(
      LocalDisk,
      new SampleApplication(2)
        .stage(Seq.fill(8)(10000L))(shuffling)
        .machine(Seq("/hadoop/local" -> 0), "sda", "sdb")(
          (20000, 25, 60, Seq(busy(19800), DiskInterval(10, 0, 600))),
          (20000, 25, 60, Seq(busy(19800)))
        )
    )
    near(found.outcome.after, 40000 * 27 / 100) // The processors' share is more than a quarter of the disk's.
    assertEquals(found.confidence, Confidence.High)
    assert(
      found.says.startsWith(
        "It waits for one disk: sda is busy for 99 % of its time, processors wait for 60 % of theirs. All shuffle files go there (spark.local.dir=/hadoop/local)"
      ),
      found.says
    )
    assert(found.evidence.contains("others: sdb 1 %") || found.evidence.contains("others: sdb 2 %"), found.evidence)
    assert(found.fix.contains("then the processors bind, and more disks will not help"), found.fix)
  }

  test("one disk that is held to a limit before requests reach it: it is never busy, and processors wait") {
    def made = new SampleApplication(2).stage(Seq.fill(8)(10000L))(shuffling)
    val found = of(
      LocalDisk,
      made.machine(Seq("/hadoop/local" -> 0), "loop0", "sda")(
        (40000, 15, 60, Seq(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 4000)))
      )
    )
    near(found.outcome.after, 40000 * 4 / 7) // Of four disks two tasks write to 1.75 at a time.
    assertEquals(found.confidence, Confidence.Medium)
    assert(
      found.says.startsWith("It waits for one disk: loop0 is held to a limit, processors wait for 60 % of theirs."),
      found.says
    )
    assert(
      found.evidence.head.endsWith("busy for 2 % of its time: requests are held back before it sees them"),
      found.evidence
    )
    def none(disks: DiskInterval*): Unit = assert(
      !Rule
        .findings(made.machine(Seq("/a" -> 0), "loop0", "sda")((40000, 15, 60, disks)).facts)
        .exists(_.rule == LocalDisk)
    )
    none(DiskInterval(0, 100000, 800), DiskInterval(0, 530000, 4000)) // What is waited for is elsewhere.
    none(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 16000)) // A disk works for as long as is waited for.
  }

  test(
    "a disk that has time left, processors that do not wait, a stage without a shuffle, another directory that is idle: no such finding"
  ) {
    def none(made: SampleApplication): Unit = assert(!Rule.findings(made.facts).exists(_.rule == LocalDisk))
    def stage = new SampleApplication(2).stage(Seq.fill(8)(10000L))(shuffling)
    none(stage.machine(Seq("/a" -> 0), "sda")((40000, 25, 60, Seq(busy(20000)))))
    none(stage.machine(Seq("/a" -> 0), "sda")((40000, 90, 3, Seq(busy(39000)))))
    none(stage.machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")((40000, 25, 60, Seq(busy(39000)))))
    none(stage.machine(Seq("/a" -> -1), "sda")((40000, 25, 60, Seq(busy(39000)))))
    none(
      stage.machine(Seq("/a" -> 0), "sda")((10000, 25, 60, Seq(busy(9900))))
    ) // Of most of the stage nothing is known.
    none(
      new SampleApplication(2)
        .stage(Seq.fill(8)(10000L))()
        .machine(Seq("/a" -> 0), "sda")((40000, 25, 60, Seq(busy(39000))))
    )
  }

  test("spills that tasks wait for") {
    val found = of(
      Spills,
      new SampleApplication(2).stage(Seq.fill(8)(10000L))(ms =>
        SampleApplication
          .computing(ms)
          .copy(cpuNs = 6000L * 1000000, diskSpilled = 500, memorySpilled = 3000, peakExecutionBytes = 1000)
      )
    )
    near(found.outcome.after, 24000)
    assert(found.fix.startsWith("spark.sql.files.maxPartitionBytes smaller, or repartition(32)"), found.fix)
  }

  test("a disk that a stage waits for to read its input is not one that shuffles wait for") {
    def made(input: Long): SampleApplication = new SampleApplication(2)
      .stage(Seq.fill(8)(10000L))(ms =>
        shuffling(ms).copy(shuffleWritten = Transfer(1000, 1), input = Transfer(input, 1))
      )
      .machine(Seq("/hadoop/local" -> 0), "sda")((40000, 25, 60, Seq(DiskInterval(8000000, 0, 39600))))
    assertEquals(LocalDisk.find(made(input = 1000000000).facts), Nil)
    assertEquals(LocalDisk.find(made(input = 100).facts).size, 1)
  }
}
