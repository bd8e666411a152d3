package okibi.explain.finding

import okibi.core.observe.DiskInterval
import okibi.explain.event.SampleApplication
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._

/** Each rule about local disks finds an application that has its problem, and not an application without it. */
class DiskRulesSuite extends RuleSuite {

  /** A stage of 40 seconds. */
  private def shufflingStage: SampleApplication = new SampleApplication(2).stage(Seq.fill(8)(10000L))(shuffling)

  test("one disk takes all shuffle files") {
    val found = findingOf(
      LocalDiskRule,
      shufflingStage.machine(Seq("/hadoop/local" -> 0), "sda", "sdb")(
        (20000, 25, 60, Seq(busy(19800), DiskInterval(10, 0, 600))),
        (20000, 25, 60, Seq(busy(19800)))
      )
    )
    assertNear(
      found.prediction.afterMs,
      40000 * 27 / 100
    ) // The processors' share is more than a quarter of the disk's.
    assertEquals(found.confidence, Confidence.High)
    assertEquals(
      found.summary,
      "Stage 0 waits for one disk: sda is busy for 99 % of the time, and processors wait for disks for 60 % of their " +
        "time. All shuffle files go there (spark.local.dir=/hadoop/local)."
    )
    assert(found.evidence.contains("others: sdb 1 %") || found.evidence.contains("others: sdb 2 %"), found.evidence)
    assert(found.fix.contains("the processors bind then, and more disks will not help"), found.fix)
  }

  test("a limit holds the requests for one disk back: the disk is never busy, and processors wait") {
    val found = findingOf(
      LocalDiskRule,
      shufflingStage.machine(Seq("/hadoop/local" -> 0), "loop0", "sda")(
        (40000, 15, 60, Seq(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 4000)))
      )
    )
    assertNear(found.prediction.afterMs, 40000 * 4 / 7) // Two tasks write to 1.75 of four disks at the same time.
    assertEquals(found.confidence, Confidence.Medium)
    assert(found.summary.startsWith("Stage 0 waits for one disk: loop0 is held to a limit, and "), found.summary)
    assert(
      found.evidence.head.endsWith("busy for 2 % of the time: requests are held back before the disk sees them"),
      found.evidence
    )
    def none(disks: DiskInterval*): Unit =
      assertNone(LocalDiskRule, shufflingStage.machine(Seq("/a" -> 0), "loop0", "sda")((40000, 15, 60, disks)))
    none(DiskInterval(0, 100000, 800), DiskInterval(0, 530000, 4000)) // Processors wait for the other disk.
    none(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 16000)) // A disk is busy while processors wait.
  }

  test(
    "a disk with time left, processors that do not wait, a stage without a shuffle and an idle directory: no finding"
  ) {
    def none(app: SampleApplication): Unit = assertNone(LocalDiskRule, app)
    val slowDisk = (40000, 25, 60, Seq(busy(39000)))
    none(shufflingStage.machine(Seq("/a" -> 0), "sda")((40000, 25, 60, Seq(busy(20000)))))
    none(shufflingStage.machine(Seq("/a" -> 0), "sda")((40000, 90, 3, Seq(busy(39000)))))
    none(shufflingStage.machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")(slowDisk))
    none(shufflingStage.machine(Seq("/a" -> -1), "sda")(slowDisk))
    // Nothing is known of most of the stage.
    none(shufflingStage.machine(Seq("/a" -> 0), "sda")((10000, 25, 60, Seq(busy(9900)))))
    none(new SampleApplication(2).stage(Seq.fill(8)(10000L))().machine(Seq("/a" -> 0), "sda")(slowDisk))
  }

  test("tasks wait for spills") {
    val found = findingOf(
      SpillRule,
      new SampleApplication(2).stage(Seq.fill(8)(10000L))(
        computing(_).onProcessor(6000).spilling(diskBytes = 500, memoryBytes = 3000, peakBytes = 1000)
      )
    )
    assertNear(found.prediction.afterMs, 24000)
    assert(
      found.fix.startsWith("a smaller spark.sql.files.maxPartitionBytes, or repartition(32) of its input"),
      found.fix
    )
  }

  test("a stage that waits for the disk of its input does not wait for shuffle files") {
    def found(inputBytes: Long): Seq[Finding] = LocalDiskRule.find(
      new SampleApplication(2)
        .stage(Seq.fill(8)(10000L))(shuffling(_).shuffling(1000).reading(inputBytes))
        .machine(Seq("/hadoop/local" -> 0), "sda")((40000, 25, 60, Seq(DiskInterval(8000000, 0, 39600))))
        .facts
    )
    assertEquals(found(1000000000), Nil)
    assertEquals(found(100).size, 1)
  }
}
