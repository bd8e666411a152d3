package okibi.explain.finding

import okibi.explain.event.{BlockStatus, PersistenceLevel, SampleApplication}
import okibi.explain.event.SampleApplication.{diskOnly, memoryOnly}
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._
import okibi.explain.predict.PredictedTime

/** Rules about tasks and applications, and what holds for all rules. */
class FindingRulesSuite extends RuleSuite {

  /** A stage of eight tasks of ten seconds, four of which are garbage collection. */
  private def collecting(app: SampleApplication): SampleApplication =
    app.stage(Seq.fill(8)(10000L))(computing(_).onProcessor(6000).collecting(4000))

  test("garbage of a stage that fills memory with objects is not the heap's fault") {
    def app(level: PersistenceLevel): SampleApplication = new SampleApplication(2)
      .storage(4000000000L)
      .measuring(ms => computing(ms * 6 / 10).running(ms).collecting(ms * 4 / 10))
      .cached(points(level))((0 until 8).map(p => (4000L, Seq(block(p, level)))): _*)
    assertNone(GarbageCollectionRule, app(memoryOnly))
    assert(FindingRules.findings(app(diskOnly).facts).exists(_.rule == GarbageCollectionRule))
  }

  test("collectors that work beside tasks take processors from them") {
    def afterMs(properties: (String, String)*): Long =
      findingOf(
        GarbageCollectionRule,
        new SampleApplication(2, properties: _*).stage(Seq.fill(8)(10000L))(ms =>
          computing(ms * 3 / 10).running(ms).collecting(ms * 3 / 10)
        )
      ).prediction.afterMs
    // Collecting takes half of the time without the wait, so half of the wait ends too.
    assertNear(afterMs(), 40000L * 53 / 100)
    assertNear(afterMs("spark.executor.extraJavaOptions" -> "-XX:+UseParallelGC"), 40000L * 73 / 100)
  }

  test("input comes in small pieces") {
    def tiny(idleMs: Long = 0): Finding = findingOf(
      SmallFilesRule,
      new SampleApplication(2)
        .idle(idleMs)
        .stage(Seq.fill(2000)(10L))(_ => computing(6).deserializing(2).reading(1000))
    )
    assertNear(tiny().prediction.afterMs, 10000L * 2 / 2000) // Each task takes the median: all of it is opening a file.
    assertEquals(
      tiny().summary,
      "Stage 0 has 2,000 tasks that read 0.00 MB each, with a median of 10 ms; starting the tasks and opening files " +
        "take 100 % of their time."
    )
    assertEquals(tiny(5000).prediction.beforeMs, 15000L) // The driver listed the files.
    assertEquals(tiny(60000).prediction.beforeMs, 16000L) // The driver did something else too.
    assert(
      tiny(5000).evidence.contains("5.0 s before the job, in which the driver can have listed the files"),
      tiny(5000).evidence
    )
    val larger = findingOf(
      SmallFilesRule,
      new SampleApplication(2).stage(Seq.fill(2000)(20L))(_ => computing(8).deserializing(2).reading(1000000))
    )
    assertNear(larger.prediction.afterMs, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
  }

  test("a prediction has a range, which is never slower than the stage was") {
    val found = findingOf(FewTasksRule, new SampleApplication(8).stage(Seq(8000L, 8000L))())
    assertEquals((found.prediction, found.expectedRangeMs), (PredictedTime(8000, 2000), (800L, 3200L)))
  }

  test("one task takes much longer than the others") {
    val found = findingOf(SkewRule, new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)())
    assertEquals(found.stage, Some(0))
    assertNear(found.prediction.beforeMs, 34000)
    // The bound is 46 s on four cores in place of the 30 s of one task.
    assertNear(found.prediction.afterMs, 34000L * 11500 / 30000)
    assertEquals(found.summary, "Stage 0 waits for one task of 30.0 s; its median task takes 1.0 s.")
  }

  test("a long task of a stage that keeps its cores busy is no skew") {
    assertNone(SkewRule, new SampleApplication(2).stage(5000L +: Seq.fill(100)(500L))())
  }

  test("the advice on partitions differs for files, RDDs, queries and queries that Spark adapts") {
    def fix(app: SampleApplication, readBytes: Long = 8000): String = findingOf(
      SpillRule,
      app.stage(Seq.fill(8)(10000L))(
        computing(_)
          .onProcessor(6000)
          .spilling(diskBytes = 500, memoryBytes = 3000, peakBytes = 1000)
          .fetching(readBytes)
      )
    ).fix
    assertEquals(
      fix(new SampleApplication(2)),
      "32 partitions in place of 8: pass the number to the operation, as in reduceByKey(f, 32); or more " +
        "spark.executor.memory"
    )
    assertEquals(
      fix(new SampleApplication(2, "spark.master" -> "local[2]", "spark.sql.adaptive.enabled" -> "false").queries),
      "spark.sql.shuffle.partitions=32 in place of 8; or more spark.driver.memory"
    )
    assertEquals(
      fix(new SampleApplication(2).queries),
      "spark.sql.adaptive.advisoryPartitionSizeInBytes=2000, which gives about 32 tasks; or more spark.executor.memory"
    )
    assertEquals(
      fix(new SampleApplication(2, "spark.sql.shuffle.partitions" -> "8").queries),
      "spark.sql.shuffle.partitions=32 in place of 8; or more spark.executor.memory"
    )
  }

  test("stages of one name are one finding, because each of a hundred iterations gains next to nothing") {
    def iterations(name: Int => String): SampleApplication = (1 to 100).foldLeft(new SampleApplication(2)) { (app, i) =>
      app.named(name(i)).stage(Seq.fill(8)(1000L))(computing(_).onProcessor(500).collecting(500))
    }
    val found = findingOf(GarbageCollectionRule, iterations(_ => "step"))
    assertNear(found.prediction.beforeMs, 400000)
    assertNear(found.prediction.afterMs, 400000L * 53 / 100)
    assert(found.summary.endsWith(" 99 more stages named step show the same."), found.summary)
    assertEquals(FindingRules.findings(iterations(i => s"step $i").facts), Nil)
  }

  test("stages of one name that ran at the same time gain no more than the time that they took together") {
    val app = (1 to 4).foldLeft(new SampleApplication(8).named("step")) { (stages, _) =>
      stages.stage(Seq.fill(8)(10000L))(computing(_).onProcessor(500).collecting(9500)).beside
    }
    app.idle(10000)
    assertEquals(GarbageCollectionRule.find(app.facts).size, 4)
    assertEquals(findingOf(GarbageCollectionRule, app).prediction, PredictedTime(10000, 0))
  }

  test("storage memory of the driver holds no blocks of executors, and the driver is no worker") {
    def app(storageBytes: Long, name: String = "points"): SampleApplication = {
      val rdd = points(diskOnly).copy(name = name)
      val stored = (0 until 8).map(p => (4000L, Seq(BlockStatus(s"rdd_3_$p", diskOnly, 0, 50000000))))
      val first = new SampleApplication(2).storage(storageBytes).driver(16000000000L).cached(rdd)(stored: _*)
      (1 to 4).foldLeft(first)((stages, _) => stages.cached(rdd)(Seq.fill(8)((1000L, Nil)): _*))
    }
    val facts = app(1000000000L).facts
    assertEquals(FindingRules.findings(facts), Nil)
    assertEquals((facts.storageBytes, facts.workers.map(_.id)), (1000000000L, IndexedSeq("1")))
    assertEquals(findingOf(StorageLevelRule, app(4000000000L)).fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assertEquals(
      FindingRules.findings(app(4000000000L, "PythonRDD").facts),
      Nil,
      "data of Python are bytes at every level"
    )
  }

  test("later executors do not count for a stage, and a task may take several cores") {
    def eightTasks(app: SampleApplication): SampleApplication = app.stage(Seq.fill(8)(8000L))()
    assertEquals(FewTasksRule.find(eightTasks(new SampleApplication(8)).executor("2", 392).facts), Nil)
    assertEquals(
      FewTasksRule.find(eightTasks(new SampleApplication(8).executor("2", 8)).facts).map(_.summary),
      Seq("Stage 0 has 8 tasks for 16 cores: 8 cores have nothing to do.")
    )
    val twoCores = new SampleApplication(8, "spark.task.cpus" -> "2")
    assertEquals(FewTasksRule.find(eightTasks(twoCores.executor("2", 8)).facts), Nil)
  }

  test("executors collect garbage") {
    val found = findingOf(
      GarbageCollectionRule,
      collecting(new SampleApplication(2, "spark.executor.memory" -> "3g"))
    )
    assertNear(found.prediction.afterMs, 40000L * 63 / 100)
    assertEquals(found.summary, "Stage 0 spends 40 % of its tasks' time in garbage collection.")
    assertEquals(found.evidence, Seq("spark.executor.memory is 3g"))
    val local = findingOf(GarbageCollectionRule, collecting(new SampleApplication(2, "spark.master" -> "local[2]")))
    assert(local.fix.startsWith("twice the spark.driver.memory"), local.fix)
  }

  test("tasks take little longer than their start") {
    val found = findingOf(
      SmallTasksRule,
      new SampleApplication(2).stage(Seq.fill(2000)(20L))(_ => computing(8).deserializing(2).shuffling(1))
    )
    assertNear(found.prediction.afterMs, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
    assertEquals(
      found.summary,
      "Stage 0 has 2,000 tasks with a median of 20 ms; scheduling and deserialization take 60 % of their time."
    )
    assert(found.fix.contains("coalesce(160)"), found.fix)
  }

  test("small blocks of a cached RDD are no small files: the RDD wants fewer partitions") {
    def read(blocks: Int => Seq[BlockStatus]): SampleApplication = {
      val rdd = points(memoryOnly).copy(partitions = 2000)
      val app = new SampleApplication(2).measuring(_ => computing(8).deserializing(2).reading(1000000))
      app
        .cached(rdd)((0 until 2000).map(p => (20L, blocks(p))): _*)
        .cached(rdd)((0 until 2000).map(_ => (20L, Nil)): _*)
    }
    def atReading(rule: FindingRule, app: SampleApplication): Option[Finding] =
      rule.find(app.facts).find(_.stage.contains(1))
    Seq(read(p => Seq(block(p, memoryOnly))), read(_ => Nil)).foreach { app =>
      assertEquals(atReading(SmallFilesRule, app), None)
      assertEquals(atReading(SmallTasksRule, app).map(_.fix), Some("coalesce(160) before the data are cached"))
    }
    // Only a few blocks were stored: the others are read from files again.
    assertEquals(
      atReading(SmallFilesRule, read(p => if (p < 100) Seq(block(p, memoryOnly)) else Nil)).isDefined,
      true
    )
  }

  test("a stage has fewer tasks than cores") {
    val found = findingOf(FewTasksRule, new SampleApplication(8).stage(Seq(8000L, 8000L))())
    assertNear(found.prediction.afterMs, 2000)
  }

  test("cores that other stages used meanwhile could not run more tasks") {
    val app = new SampleApplication(8).stage(Seq.fill(4)(8000L))().beside.stage(Seq(8000L, 8000L))()
    val Seq(found) = FewTasksRule.find(app.facts).filter(_.stage.contains(1))
    assertEquals(found.summary, "Stage 1 has 2 tasks for 8 cores: 2 cores have nothing to do.")
    assertEquals(found.prediction.afterMs, 4000L)
  }

  test("an application waits for its driver") {
    val found = findingOf(DriverBoundRule, new SampleApplication(2).stage(Seq.fill(8)(1000L))().idle(6000))
    assertEquals(found.stage, None)
    assertNear(found.prediction.afterMs, 4000)
    def pausing(app: SampleApplication, ms: Long): SampleApplication =
      (1 to 10)
        .foldLeft(app)((stages, _) => stages.stage(Seq.fill(2)(600L))().idle(ms))
        .stage(Seq.fill(2)(600L))()
    assertNear(findingOf(DriverBoundRule, pausing(new SampleApplication(2), 600)).prediction.afterMs, 11 * 600)
    assertNear(findingOf(DriverBoundRule, pausing(new SampleApplication(2).queries, 1200)).prediction.afterMs, 11 * 600)
    assertEquals(DriverBoundRule.find(pausing(new SampleApplication(2).queries, 600).facts), Nil, "planning")
    assertEquals(
      DriverBoundRule.find(new SampleApplication(2).stage(Seq.fill(8)(1000L))().begun(8).idle(6000).facts),
      Nil,
      "a stage that is still running"
    )
  }

  test("work was lost") {
    def stage: SampleApplication = new SampleApplication(2).stage(Seq.fill(8)(1000L))()
    val failed = findingOf(
      LostWorkRule,
      stage.failed(4, 1000).lost("Container killed by YARN for exceeding memory limits")
    )
    assertNear(failed.prediction.afterMs, 4000L * 8 / 12)
    assert(failed.evidence.head.contains("Container killed"), failed.evidence)
    assertEquals(failed.summary, "4.0 s of task time was lost, 33 % of all: 4 task attempts failed.")
    val killed = findingOf(LostWorkRule, stage.killed(4, 1000))
    assert(killed.summary.endsWith(": 4 task attempts were killed."), killed.summary)
    assert(killed.fix.contains("spark.speculation"), killed.fix)
    val resubmitted = findingOf(LostWorkRule, stage.resubmitted(4, 1000))
    assert(
      resubmitted.summary.endsWith(
        "4.0 s of task time was lost, 50 % of all: finished tasks were lost with their executors."
      ),
      resubmitted.summary
    )
    assertEquals(resubmitted.prediction, PredictedTime(4000, 2000))
    val rerun = findingOf(LostWorkRule, stage.attempt(1, 1000, 1000))
    assertEquals(rerun.summary, "2.0 s of task time was lost, 20 % of all: stage 0.1 ran again after completion.")
  }

  test("no rule finds anything in a healthy application of any size") {
    Seq(1, 2, 16).foreach { cores =>
      val random = new scala.util.Random(cores)
      val app = new SampleApplication(cores)
        .stage(Seq.fill(40 * cores)(800L + random.nextInt(400)))()
        .idle(100)
        .stage(Seq.fill(20 * cores)(2000L + random.nextInt(1000)))()
      assertEquals(FindingRules.findings(app.facts), Nil)
    }
  }

  test("codes are unique, and every threshold says why it has its value") {
    assertEquals(FindingRules.all.map(_.code).distinct, FindingRules.all.map(_.code))
    assert(FindingRules.all.forall(_.thresholds.nonEmpty))
    FindingRules.all.flatMap(_.thresholds).foreach(threshold => assert(threshold.why.length > 10, threshold))
  }

  test("every threshold is named in its rule's description") {
    FindingRules.all.foreach { rule =>
      val speeds = Set(Threshold.okibiReads, Threshold.javaReads)
      val unnamed =
        rule.thresholds.filterNot(threshold => rule.about.contains(s"`${threshold.name}`")).filterNot(speeds)
      assertEquals(unnamed.map(_.name), Nil, rule.code)
    }
  }
}
