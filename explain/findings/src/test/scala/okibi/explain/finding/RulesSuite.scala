package okibi.explain.finding

import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{Block, Level, Transfer}

/** Rules about tasks and applications, and what holds for all. */
class RulesSuite extends RuleSuite {
  test("garbage of a stage that fills memory with objects is none of the heap's") {
    def made(level: Level): SampleApplication = new SampleApplication(2)
      .storage(4000000000L)
      .measuring(ms => SampleApplication.computing(ms * 6 / 10).copy(runMs = ms, gcMs = ms * 4 / 10))
      .cached(points(level))((0 until 8).map(p => (4000L, Seq(block(p, level)))): _*)
    assert(!Rule.findings(made(memoryOnly).facts).exists(_.rule == GarbageCollection))
    assert(
      Rule
        .findings(made(memoryOnly.copy(disk = true, memory = false, deserialized = false)).facts)
        .exists(_.rule == GarbageCollection)
    )
  }

  test("collectors that work beside tasks take processors from them") {
    def after(conf: (String, String)*): Long =
      of(
        GarbageCollection,
        new SampleApplication(2, conf: _*).stage(Seq.fill(8)(10000L))(ms =>
          SampleApplication.computing(ms * 3 / 10).copy(runMs = ms, gcMs = ms * 3 / 10)
        )
      ).outcome.after
    near(after(), 40000L * 53 / 100) // Half of the rest is garbage, and so is half of what they waited.
    near(after("spark.executor.extraJavaOptions" -> "-XX:+UseParallelGC"), 40000L * 73 / 100)
  }

  test("input in small pieces") {
    val found = of(
      SmallFiles,
      new SampleApplication(2).stage(Seq.fill(2000)(10L))(_ =>
        SampleApplication.computing(6).copy(deserializeMs = 2, input = Transfer(1000, 1))
      )
    )
    near(
      found.outcome.after,
      10000L * 2 / 2000
    ) // All of them as short as the median: what a file costs is all that there is.
    assert(
      found.says.startsWith(
        "2000 tasks read 0.00 MB each, in 10 ms in the median: 100 % of their time is starting them and opening files."
      ),
      found.says
    )
    def listed(ms: Long): Finding = of(
      SmallFiles,
      new SampleApplication(2)
        .idle(ms)
        .stage(Seq.fill(2000)(10L))(_ =>
          SampleApplication.computing(6).copy(deserializeMs = 2, input = Transfer(1000, 1))
        )
    )
    assertEquals(listed(5000).outcome.before, 15000L) // The driver listed them.
    assertEquals(listed(60000).outcome.before, 16000L) // And did something else.
    assert(
      listed(5000).evidence.contains("5.0 s before the job, in which the driver can have listed them"),
      listed(5000).evidence
    )
    val larger = of(
      SmallFiles,
      new SampleApplication(2).stage(Seq.fill(2000)(20L))(_ =>
        SampleApplication.computing(8).copy(deserializeMs = 2, input = Transfer(1000000, 1))
      )
    )
    near(larger.outcome.after, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
  }

  test("a prediction says between what it is expected, never slower than it was") {
    val found = of(FewTasks, new SampleApplication(8).stage(Seq(8000L, 8000L))())
    assertEquals((found.outcome.before, found.outcome.after, found.range), (8000L, 2000L, (800L, 3200L)))
  }

  test("a task that takes much longer than the others") {
    val found = of(Skew, new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)())
    assertEquals(found.stage, Some(0))
    near(found.outcome.before, 34000)
    near(
      found.outcome.after,
      34000L * 11500 / 30000
    ) // The bound of 46 s on four cores in place of the 30 s of one task.
    assert(found.says.contains("One task takes 30.0 s, the median 1.0 s"), found.says)
  }

  test("a long task of a stage whose cores are busy anyway is no skew") {
    assert(!Rule.findings(new SampleApplication(2).stage(5000L +: Seq.fill(100)(500L))().facts).exists(_.rule == Skew))
  }

  test(
    "how many tasks a stage has is decided elsewhere for files, for RDDs, for queries and for queries that Spark adapts"
  ) {
    def fix(made: SampleApplication, read: Long = 8000): String = of(
      Spills,
      made.stage(Seq.fill(8)(10000L))(ms =>
        SampleApplication
          .computing(ms)
          .copy(
            cpuNs = 6000L * 1000000,
            diskSpilled = 500,
            memorySpilled = 3000,
            peakExecutionBytes = 1000,
            remoteRead = read
          )
      )
    ).fix
    assertEquals(
      fix(new SampleApplication(2)),
      "32 partitions in place of 8, as reduceByKey(f, 32) and the like take them; or more spark.executor.memory"
    )
    assertEquals(
      fix(new SampleApplication(2, "spark.master" -> "local[2]", "spark.sql.adaptive.enabled" -> "false").queries),
      "spark.sql.shuffle.partitions=32 in place of 8; or more spark.driver.memory"
    )
    assertEquals(
      fix(new SampleApplication(2).queries),
      "spark.sql.adaptive.advisoryPartitionSizeInBytes=2000, of which Spark makes 32 tasks or so; or more spark.executor.memory"
    )
    assertEquals(
      fix(new SampleApplication(2, "spark.sql.shuffle.partitions" -> "8").queries),
      "spark.sql.shuffle.partitions=32 in place of 8; or more spark.executor.memory"
    )
  }

  test("stages of one name are one finding: each of a hundred iterations gains next to nothing") {
    def made(name: Int => String): SampleApplication = (1 to 100).foldLeft(new SampleApplication(2))((its, i) =>
      its
        .named(name(i))
        .stage(Seq.fill(8)(1000L))(ms => SampleApplication.computing(ms).copy(cpuNs = 500 * 1000000L, gcMs = 500))
    )
    val found = of(GarbageCollection, made(_ => "step"))
    near(found.outcome.before, 400000)
    near(found.outcome.after, 400000L * 53 / 100)
    assert(found.says.endsWith("The same in 99 more of its name (step)."), found.says)
    assertEquals(Rule.findings(made(i => s"step $i").facts), Nil)
  }

  test("stages of one name that ran at the same time gain no more than the time that they took together") {
    val made = (1 to 4).foldLeft(new SampleApplication(8).named("step"))((its, _) =>
      its
        .stage(Seq.fill(8)(10000L))(ms => SampleApplication.computing(ms).copy(cpuNs = 500 * 1000000L, gcMs = 9500))
        .beside
    )
    val found = GarbageCollection.find(made.idle(10000).facts)
    assertEquals(found.size, 4)
    val together = of(GarbageCollection, made)
    assertEquals((together.outcome.before, together.outcome.after), (10000L, 0L))
  }

  test("what a driver has for blocks holds none of the executors', and it is none of them") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def made(level: Level = disk, name: String = "points"): SampleApplication = {
      val rdd = points(level).copy(name = name)
      val made = new SampleApplication(2)
        .storage(1000000000L)
        .driver(16000000000L)
        .cached(rdd)((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
      (1 to 4).foreach(_ => made.cached(rdd)(Seq.fill(8)((1000L, Nil)): _*))
      made
    }
    assertEquals(Rule.findings(made().facts), Nil)
    assertEquals((made().facts.storageBytes, made().facts.workers.map(_.id)), (1000000000L, IndexedSeq("1")))
    assertEquals(of(StorageLevel, made().storage(4000000000L)).fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assertEquals(
      Rule.findings(made(name = "PythonRDD").storage(4000000000L).facts),
      Nil,
      "what Python keeps is bytes at every level"
    )
  }

  test(
    "cores are those that a stage could have had: executors that came later, and tasks of several cores, do not count"
  ) {
    def tasks(made: SampleApplication): SampleApplication = made.stage(Seq.fill(8)(8000L))()
    assertEquals(FewTasks.find(tasks(new SampleApplication(8)).executor("2", 392).facts), Nil)
    assertEquals(
      FewTasks.find(tasks(new SampleApplication(8).executor("2", 8)).facts).map(_.says),
      Seq("8 tasks for 16 cores: 8 cores had nothing to do.")
    )
    assertEquals(FewTasks.find(tasks(new SampleApplication(8, "spark.task.cpus" -> "2").executor("2", 8)).facts), Nil)
  }

  test("garbage collection") {
    val found = of(
      GarbageCollection,
      new SampleApplication(2, "spark.executor.memory" -> "3g").stage(Seq.fill(8)(10000L))(ms =>
        SampleApplication.computing(ms).copy(cpuNs = 6000L * 1000000, gcMs = 4000)
      )
    )
    near(found.outcome.after, 40000L * 63 / 100)
    assertEquals(found.evidence, Seq("spark.executor.memory is 3g"))
    val local = of(
      GarbageCollection,
      new SampleApplication(2, "spark.master" -> "local[2]").stage(Seq.fill(8)(10000L))(ms =>
        SampleApplication.computing(ms).copy(cpuNs = 6000L * 1000000, gcMs = 4000)
      )
    )
    assert(local.fix.startsWith("twice the spark.driver.memory"), local.fix)
  }

  test("tasks that are hardly longer than their start") {
    val found = of(
      SmallTasks,
      new SampleApplication(2).stage(Seq.fill(2000)(20L))(_ =>
        SampleApplication.computing(8).copy(deserializeMs = 2, shuffleWritten = Transfer(1, 1))
      )
    )
    near(found.outcome.after, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
    assert(found.fix.contains("coalesce(160)"), found.fix)
  }

  test("fewer tasks than cores") {
    val found = of(FewTasks, new SampleApplication(8).stage(Seq(8000L, 8000L))())
    near(found.outcome.after, 2000)
  }

  test("cores that other stages had meanwhile are none that more tasks would run on") {
    val found = FewTasks
      .find(new SampleApplication(8).stage(Seq.fill(4)(8000L))().beside.stage(Seq(8000L, 8000L))().facts)
      .filter(_.stage.contains(1))
    assertEquals(
      found.map(its => (its.says, its.outcome.after)),
      Seq(("2 tasks for 8 cores: 2 cores had nothing to do.", 4000L))
    )
  }

  test("an application that waits for its driver") {
    val found = of(DriverBound, new SampleApplication(2).stage(Seq.fill(8)(1000L))().idle(6000))
    assertEquals(found.stage, None)
    near(found.outcome.after, 4000)
    def often(made: SampleApplication, ms: Long): SampleApplication =
      (1 to 10).foldLeft(made)((its, _) => its.stage(Seq.fill(2)(600L))().idle(ms)).stage(Seq.fill(2)(600L))()
    near(of(DriverBound, often(new SampleApplication(2), 600)).outcome.after, 11 * 600)
    near(of(DriverBound, often(new SampleApplication(2).queries, 1200)).outcome.after, 11 * 600)
    assertEquals(DriverBound.find(often(new SampleApplication(2).queries, 600).facts), Nil, "planning")
    assertEquals(
      DriverBound.find(new SampleApplication(2).stage(Seq.fill(8)(1000L))().begun(8).idle(6000).facts),
      Nil,
      "a stage that runs still"
    )
  }

  test("work that was lost with its executor") {
    val found = of(
      LostWork,
      new SampleApplication(2)
        .stage(Seq.fill(8)(1000L))()
        .failed(4, 1000)
        .lost("Container killed by YARN for exceeding memory limits")
    )
    near(found.outcome.after, 4000L * 8 / 12)
    assert(found.evidence.head.contains("Container killed"), found.evidence)
    assert(found.says.startsWith("4 task attempts failed, after 4.0 s of work, 33 % of all."), found.says)
    val speculated = of(LostWork, new SampleApplication(2).stage(Seq.fill(8)(1000L))().killed(4, 1000))
    assert(
      speculated.says.startsWith("4 task attempts were given up,") && speculated.fix.contains("spark.speculation"),
      speculated
    )
    val again = of(LostWork, new SampleApplication(2).stage(Seq.fill(8)(1000L))().resubmitted(4, 1000))
    assert(
      again.says.endsWith("finished ones were lost with their executors, after 4.0 s of work, 50 % of all."),
      again.says
    )
    assertEquals(again.outcome, okibi.explain.predict.Shrunk.Outcome(4000, 2000))
    val rerun = of(LostWork, new SampleApplication(2).stage(Seq.fill(8)(1000L))().attempt(1, 1000, 1000))
    assert(
      rerun.says.startsWith("stages that had ended ran again (0.1), after 2.0 s of work, 20 % of all."),
      rerun.says
    )
  }

  test("nothing is found in an application that is well, whatever its size") {
    Seq(1, 2, 16).foreach { cores =>
      val random = new scala.util.Random(cores)
      val made = new SampleApplication(cores)
        .stage(Seq.fill(40 * cores)(800L + random.nextInt(400)))()
        .idle(100)
        .stage(Seq.fill(20 * cores)(2000L + random.nextInt(1000)))()
      assertEquals(Rule.findings(made.facts), Nil)
    }
  }

  test("codes are unique, and every threshold says why it is") {
    assertEquals(Rule.all.map(_.code).distinct, Rule.all.map(_.code))
    assert(Rule.all.forall(_.thresholds.nonEmpty))
    Rule.all.flatMap(_.thresholds).foreach(threshold => assert(threshold.why.length > 10, threshold))
  }
}
