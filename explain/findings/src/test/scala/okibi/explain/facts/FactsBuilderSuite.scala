package okibi.explain.facts

import munit.FunSuite
import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}
import okibi.explain.event._

/** What is kept of an application that never ends. */
class FactsBuilderSuite extends FunSuite {
  private val level = Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)

  private def stage(builder: FactsBuilder, id: Int, tasks: Int): Unit = {
    val start = id * 1000L
    val rdd = Rdd(id, "cached", Nil, tasks, Some(level), 0, 0, 0)
    builder.add(JobStarted(id, Seq(id), None, start))
    builder.add(StageSubmitted(Stage(id, 0, "stage", tasks, Nil, Seq(rdd), Some(start), None, None)))
    (0 until tasks).foreach { i =>
      builder.add(BlockUpdated(Block(s"rdd_${id}_$i", level, 100, 0), "1"))
      builder.add(
        TaskEnded(
          Task(
            i.toLong,
            id,
            0,
            i,
            0,
            "1",
            "host",
            "ANY",
            speculative = false,
            start,
            0,
            start + 10,
            Task.success,
            None,
            Nil
          )
        )
      )
    }
    builder.add(StageCompleted(Stage(id, 0, "stage", tasks, Nil, Seq(rdd), Some(start), Some(start + 10), None)))
    builder.add(JobEnded(id, None, start + 10))
    builder.add(Unpersisted(id))
  }

  test("stages, their jobs and what was cached in them are forgotten, the first ones first") {
    val builder = new FactsBuilder(mostStages = 10)
    (0 until 100).foreach(stage(builder, _, 4))
    val facts = builder.facts
    assertEquals(facts.stages.map(_.id), 90 until 100: Seq[Int])
    assertEquals(facts.forgotten, 90)
    assert(facts.jobs.map(_.id).forall(_ >= 89), facts.jobs.map(_.id))
    assert(facts.caches.map(_.rdd.id).forall(_ >= 89), facts.caches.map(_.rdd.id))
    assert(facts.rdds.map(_.id).forall(_ >= 89), facts.rdds.map(_.id))
  }

  test("so are stages of too many tasks, but none that runs") {
    val builder = new FactsBuilder(mostTasks = 100)
    builder.add(StageSubmitted(Stage(1000, 0, "long", 10, Nil, Nil, Some(0L), None, None)))
    builder.add(
      TaskEnded(Task(0, 1000, 0, 0, 0, "1", "host", "ANY", speculative = false, 0, 0, 10, Task.success, None, Nil))
    )
    (0 until 20).foreach(stage(builder, _, 30))
    val facts = builder.facts
    assertEquals(facts.stages.map(_.id).sorted, Seq(17, 18, 19, 1000))
    assertEquals(facts.stages.map(_.tasks).sum, 91)
  }

  test("of machines the older half is forgotten") {
    val builder = new FactsBuilder(mostFigures = 100)
    (0 until 1000).foreach(i =>
      builder.add(NodeLogged("host", NodeSeries(2, Nil, Nil, Seq(NodeInterval(i * 1000L, 1000, 1, 1, 1, 1, 1, Nil)))))
    )
    val kept = builder.facts.nodes.head.intervals.map(_.startMs / 1000)
    assert(kept.size >= 50 && kept.size <= 100, kept.size)
    assertEquals(kept.toSeq, (1000 - kept.size until 1000).map(_.toLong))
  }

  test("machines that name ever other devices, or are ever others, take no more room, and what is left out is said") {
    val builder = new FactsBuilder(mostFigures = 5000)
    (0 until 100).foreach { i =>
      val disks = (0 until 100).map(_ => DiskInterval(1, 1, 1))
      builder.add(
        NodeLogged(
          "host",
          NodeSeries(
            2,
            (0 until 100).map(k => s"d$i-$k"),
            Nil,
            Seq(NodeInterval(i * 1000L, 1000, 1, 1, 1, 1, 1, disks))
          )
        )
      )
    }
    val facts = builder.facts
    assertEquals(facts.nodes.head.devices.size, 1000)
    assert(facts.nodes.head.intervals.map(_.disks.size + 1).sum <= 5000, facts.nodes.head.intervals.size)
    assert(
      FactCautions(facts).contains(
        "there is more in it than is kept, and left out is what machines did in the beginning: findings about disks are of the rest."
      ),
      FactCautions(facts)
    )
  }

  test("maps of cached RDDs take no more room than one of a million partitions") {
    val builder = new FactsBuilder
    val rdds =
      (1 to 5).map(id => Rdd(id, "cached", Nil, if (id == 2) Int.MaxValue else CacheMap.most / 2, Some(level), 0, 0, 0))
    builder.add(StageSubmitted(Stage(0, 0, "stage", 4, Nil, rdds, Some(0L), None, None)))
    builder.add(BlockUpdated(Block("rdd_5_0", Level.none, 100, 0), "1"))
    val facts = builder.facts
    assertEquals(facts.caches.map(_.map.size), Seq(CacheMap.most / 2, 0, 0, 0, CacheMap.most / 2))
    assertEquals(facts.leftOut, Seq("the map of 3 cached RDDs: together they have more than 1048576 partitions"))
  }

  test("properties that the reader left out are said to be") {
    val builder = new FactsBuilder
    builder.add(EnvironmentSet(Map.empty, "17", left = 7))
    assertEquals(builder.facts.leftOut, Seq("7 properties of Spark: rules take their defaults in place of these"))
  }

  test("an executor's machine is what its block manager calls it, as series do: a local master says localhost") {
    val builder = new FactsBuilder
    builder.add(ExecutorAdded("driver", "localhost", 2, 0))
    builder.add(BlockManagerAdded("driver", "127.0.0.1", 100))
    assertEquals(
      builder.facts.executors.map(its => (its.host, its.cores, its.storageBytes)),
      Seq(("127.0.0.1", 2, 100L))
    )
  }

  /** Of a machine that tells every ten seconds and whose clock is off by so much. */
  private def skew(offMs: Long, idleMs: Long = 100): Long = {
    val builder = new FactsBuilder
    val start = 1000000L
    builder.add(ExecutorAdded("1", "host", 2, start))
    builder.add(BlockManagerAdded("1", "host", 100))
    (1 to 10).foreach { i =>
      val end = start + i * 10000L
      builder.add(
        NodeLogged(
          "host",
          NodeSeries(
            2,
            Nil,
            Nil,
            (0 until 10).map(k => NodeInterval(end - 10000 + k * 1000 + offMs, 1000, 1, 1, 1, 1, 1, Nil))
          )
        )
      )
      if (i == 1)
        builder.add(
          ApplicationStarted("app", "name", start)
        ) // It is sent late, with the time at which Spark began to start.
      builder.add(JobStarted(i, Nil, None, end + idleMs))
    }
    val facts = builder.facts
    facts.skewMs(facts.nodes.head)
  }

  test("a machine's clock that is ahead of the driver's, or behind it") {
    assertEquals(Seq(0L, 1500L, -1500L).map(skew(_)), Seq(0L, 0L, 0L))
    assertEquals(skew(30000), 29900L)
    assertEquals(skew(-30000), -30000L)
    assertEquals(skew(3000, idleMs = 60000), 0L, "nobody can tell")
  }

  test("without its start an application began with the first event that is there") {
    val builder = new FactsBuilder
    (1700000 until 1700010).foreach(stage(builder, _, 4))
    builder.add(ApplicationEnded(1700020000L))
    assertEquals((builder.facts.started, builder.facts.elapsedMs), (1700000000L, 20000L))
    assert(FactCautions(builder.facts).exists(_.contains("start is missing")), FactCautions(builder.facts))
  }

  test("a stage whose end is missing is said to be") {
    val builder = new FactsBuilder
    builder.add(ApplicationStarted("app", "name", 1000))
    builder.add(StageSubmitted(Stage(7, 0, "stage", 4, Nil, Nil, Some(1000L), None, None)))
    assertEquals(FactCautions(builder.facts), Nil)
    builder.add(ApplicationEnded(9000))
    assertEquals(FactCautions(builder.facts), Seq("the ends of stages 7 are missing: their figures are lower bounds."))
  }

  test("a log's own are all kept") {
    val builder = new FactsBuilder
    (0 until 100).foreach(stage(builder, _, 4))
    assertEquals((builder.facts.stages.size, builder.facts.caches.size, builder.facts.forgotten), (100, 100, 0))
  }
}
