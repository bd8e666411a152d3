package okibi.explain.facts

import munit.FunSuite
import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}
import okibi.explain.event._
import okibi.explain.event.SampleApplication.{memoryOnly, rdd}

/** What is kept of an application that never ends, and what is not. */
class FactsBuilderSuite extends FunSuite {
  private def info(id: Int, name: String, tasks: Int, submittedMs: Long): Stage =
    Stage(id, 0, name, tasks, Nil, Some(submittedMs), None, None)

  private def ended(id: Int, stage: Int, startMs: Long, endMs: Long): TaskEnded =
    TaskEnded(Task(id.toLong, stage, 0, id, "1", AttemptTimes(startMs, 0, endMs), Task.success, None))

  private def addStage(builder: FactsBuilder, id: Int, tasks: Int): Unit = {
    val startMs = id * 1000L
    val stage = info(id, "stage", tasks, startMs).copy(rdds = Seq(rdd(id, "cached", tasks, Some(memoryOnly))))
    builder.add(JobStarted(id, Seq(id), None, startMs))
    builder.add(StageSubmitted(stage))
    (0 until tasks).foreach { i =>
      builder.add(BlockUpdated(BlockStatus(s"rdd_${id}_$i", memoryOnly, 100, 0), "1"))
      builder.add(ended(i, id, startMs, startMs + 10))
    }
    builder.add(StageCompleted(stage.copy(completedMs = Some(startMs + 10))))
    builder.add(JobEnded(id, None, startMs + 10))
    builder.add(Unpersisted(id))
  }

  private def interval(startMs: Long, disks: Seq[DiskInterval] = Nil): NodeInterval =
    NodeInterval(startMs, 1000, 1, 1, 1, 1, 1, disks)

  test("the first stages are forgotten, with their jobs and their cached RDDs") {
    val builder = new FactsBuilder(mostStages = 10)
    (0 until 100).foreach(addStage(builder, _, 4))
    val facts = builder.facts
    assertEquals(facts.stages.map(_.id), 90 until 100: Seq[Int])
    assertEquals(facts.reliability.forgottenStages, 90)
    val kept = facts.jobs.map(_.id) ++ facts.storage.caches.map(_.rdd.id) ++ facts.storage.rdds.map(_.id)
    assert(kept.forall(_ >= 89), kept)
  }

  test("stages with too many tasks are forgotten, but no running stage") {
    val builder = new FactsBuilder(mostTasks = 100)
    builder.add(StageSubmitted(info(1000, "long", 10, 0)))
    builder.add(ended(0, 1000, 0, 10))
    (0 until 20).foreach(addStage(builder, _, 30))
    val facts = builder.facts
    assertEquals(facts.stages.map(_.id).sorted, Seq(17, 18, 19, 1000))
    assertEquals(facts.stages.map(_.tasks).sum, 91)
  }

  test("the older half of a machine's intervals is forgotten") {
    val builder = new FactsBuilder(mostFigures = 100)
    (0 until 1000).foreach(i => builder.add(NodeLogged("host", NodeSeries(2, Nil, Nil, Seq(interval(i * 1000L))))))
    val kept = builder.facts.observed.nodes.head.intervals.map(_.startMs / 1000)
    assert(kept.size >= 50 && kept.size <= 100, kept.size)
    assertEquals(kept.toSeq, (1000 - kept.size until 1000).map(_.toLong))
  }

  test("machines that name ever more devices take bounded room, and a caution names what is left out") {
    val builder = new FactsBuilder(mostFigures = 5000)
    (0 until 100).foreach { i =>
      val disks = (0 until 100).map(_ => DiskInterval(1, 1, 1))
      val devices = (0 until 100).map(k => s"d$i-$k")
      builder.add(NodeLogged("host", NodeSeries(2, devices, Nil, Seq(interval(i * 1000L, disks)))))
    }
    val facts = builder.facts
    val node = facts.observed.nodes.head
    assertEquals(node.devices.size, 1000)
    assert(node.intervals.map(_.disks.size + 1).sum <= 5000, node.intervals.size)
    val caution =
      "The log has more than is kept. Left out: the first intervals of machines; findings about disks rest on the " +
        "later ones."
    assert(FactCautions(facts).contains(caution), FactCautions(facts))
  }

  test("maps of cached RDDs take no more room than a map of a million partitions") {
    val builder = new FactsBuilder
    val half = CacheMap.mostPartitions / 2
    val rdds = (1 to 5).map(id => rdd(id, "cached", if (id == 2) Int.MaxValue else half, Some(memoryOnly)))
    builder.add(StageSubmitted(info(0, "stage", 4, 0).copy(rdds = rdds)))
    builder.add(BlockUpdated(BlockStatus("rdd_5_0", PersistenceLevel.none, 100, 0), "1"))
    val facts = builder.facts
    assertEquals(facts.storage.caches.map(_.map.size), Seq(half, 0, 0, 0, half))
    assertEquals(
      facts.reliability.leftOut,
      Seq("the map of 3 cached RDDs: the RDDs have more than 1048576 partitions together")
    )
  }

  test("properties that the reader omitted are reported") {
    val builder = new FactsBuilder
    builder.add(EnvironmentSet(Map.empty, "17", omittedProperties = 7))
    assertEquals(builder.facts.reliability.leftOut, Seq("7 properties of Spark; rules assume their defaults"))
  }

  test("an executor has the host of its block manager, as series do; a local master says localhost") {
    val builder = new FactsBuilder
    builder.add(ExecutorAdded("driver", "localhost", 2, 0))
    builder.add(BlockManagerAdded("driver", "127.0.0.1", 100))
    assertEquals(
      builder.facts.executors.map(executor => (executor.host, executor.cores, executor.storageBytes)),
      Seq(("127.0.0.1", 2, 100L))
    )
  }

  /** The skew that is found for a machine that logs every ten seconds and whose clock differs by `offMs`. */
  private def skewMs(offMs: Long, idleMs: Long = 100): Long = {
    val builder = new FactsBuilder
    val startMs = 1000000L
    builder.add(ExecutorAdded("1", "host", 2, startMs))
    builder.add(BlockManagerAdded("1", "host", 100))
    (1 to 10).foreach { i =>
      val endMs = startMs + i * 10000L
      val intervals = (0 until 10).map(k => interval(endMs - 10000 + k * 1000 + offMs))
      builder.add(NodeLogged("host", NodeSeries(2, Nil, Nil, intervals)))
      // Spark logs the start late, with the time at which it began.
      if (i == 1) builder.add(ApplicationStarted("app", "name", startMs))
      builder.add(JobStarted(i, Nil, None, endMs + idleMs))
    }
    val facts = builder.facts
    facts.skewMs(facts.observed.nodes.head)
  }

  test("a machine's clock may be ahead of the driver's clock or behind it") {
    assertEquals(Seq(0L, 1500L, -1500L).map(skewMs(_)), Seq(0L, 0L, 0L))
    assertEquals(skewMs(30000), 29900L)
    assertEquals(skewMs(-30000), -30000L)
    assertEquals(skewMs(3000, idleMs = 60000), 0L, "a late event hides the difference")
  }

  test("an application without its start began with its first event") {
    val builder = new FactsBuilder
    (1700000 until 1700010).foreach(addStage(builder, _, 4))
    builder.add(ApplicationEnded(1700020000L))
    assertEquals((builder.facts.startedMs, builder.facts.elapsedMs), (1700000000L, 20000L))
    assert(FactCautions(builder.facts).exists(_.contains("start is missing")), FactCautions(builder.facts))
  }

  test("a stage without an end has a caution once the application has ended") {
    val builder = new FactsBuilder
    builder.add(ApplicationStarted("app", "name", 1000))
    builder.add(StageSubmitted(info(7, "stage", 4, 1000)))
    assertEquals(FactCautions(builder.facts), Nil)
    builder.add(ApplicationEnded(9000))
    assertEquals(
      FactCautions(builder.facts),
      Seq("The end of stage 7 is missing: the figures are lower bounds.")
    )
  }

  test("all stages of a log are kept") {
    val builder = new FactsBuilder
    (0 until 100).foreach(addStage(builder, _, 4))
    val facts = builder.facts
    assertEquals(
      (facts.stages.size, facts.storage.caches.size, facts.reliability.forgottenStages),
      (100, 100, 0)
    )
  }
}
