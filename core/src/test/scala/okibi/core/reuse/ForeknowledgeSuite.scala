package okibi.core.reuse

import java.io.{ByteArrayOutputStream, ObjectOutputStream}

import okibi.core.SlowSuite

final class ForeknowledgeSuite extends SlowSuite {
  test("shuffles that follow one another have hash codes of their own") {
    val codes = (0 until 4000).map(rdd => Foreknowledge.spread(StageTraversal.shuffle(rdd, rdd + 3)).hashCode)
    assert(codes.distinct.size > 3990, codes.distinct.size)
  }

  test("an RDD that no job uses is not in the plan") {
    assertEquals(new Foreknowledge().snapshot(), ReusePlan.empty)
  }

  test("a running stage that reads a cached RDD is pending until it completes") {
    val driver = new SimulatedDriver
    val words = driver.source("words").persist()
    driver.run("fill", words.map("count"))
    val job = driver.start("filter", words.map("filter"))
    assertEquals(driver.pending(words), job.stages)
    job.run(job.stages.head)
    assertEquals(driver.pending(words), Nil)
  }

  test("the job that fills a cached RDD does not read it, and reads the cached RDDs it is computed from") {
    val driver = new SimulatedDriver
    val lines = driver.source("lines").persist()
    val words = lines.map("words").persist()
    driver.run("fill lines", lines)
    val job = driver.start("fill words", words)
    assertEquals(driver.pending(lines), job.stages)
    assertEquals(driver.pending(words), Nil)
    job.run(job.stages.head)
    job.end()
    val next = driver.start("count words", words)
    assertEquals(driver.pending(lines), Nil)
    assertEquals(driver.pending(words), next.stages)
  }

  test("a cycle of jobs is expected again once it was seen twice") {
    val driver = new SimulatedDriver
    val lines = driver.source("lines").persist()
    val words = lines.map("words").persist()
    driver.run("fill", lines)
    driver.run("fill", words)
    def cycle(): Unit = {
      for (_ <- 1 to 10) driver.run("filter", words.map("filter"))
      driver.run("count", lines)
    }
    cycle()
    cycle()
    assertEquals((driver.later(words), driver.later(lines)), (10.0, 1.0))
    assertEquals((driver.distance(words), driver.distance(lines)), (1.0, 11.0))
    cycle()
    for (_ <- 1 to 10) driver.run("filter", words.map("filter"))
    assertEquals(driver.distance(lines), 1.0)
    assertEquals(driver.distance(words), 2.0)
    assert(driver.later(words) > 5 * driver.later(lines))
  }

  test("a job that repeats k times is expected k times more, up to the horizon, and RDDs read together are peers") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    val norms = data.map("norms").persist()
    def iteration(): Unit = driver.run("collect", driver.zip("zip", data, norms).map("contribs").reduce("totals"))
    driver.run("count", data)
    iteration()
    iteration()
    for (repeats <- 1 to 50) {
      iteration()
      assertEquals(driver.later(data), math.min(repeats, JobHistory.horizon).toDouble)
      assertEquals(driver.later(norms), driver.later(data))
    }
    assertEquals(driver.plan(data).map(_.peers.toSeq), Some(Seq(norms.id)))
    assertEquals(driver.plan(norms).map(_.peers.toSeq), Some(Seq(data.id)))
  }

  test("RDDs that different tasks of a stage read are not peers") {
    val driver = new SimulatedDriver
    val (left, right) = (driver.source("left").persist(), driver.source("right").persist())
    driver.run("fill", left)
    driver.run("fill", right)
    driver.run("both", driver.union("union", left, right))
    assertEquals(driver.plan(left).map(_.peers.toSeq), Some(Nil))
  }

  private def pageRank(
      driver: SimulatedDriver,
      unpersist: Boolean,
      iterations: Int
  ): (driver.Node, Seq[driver.Node]) = {
    val links = driver.source("links").persist()
    driver.run("count", links)
    var ranks = Vector(links.map("ranks").persist())
    driver.run("count", ranks.last)
    for (_ <- 1 to iterations) {
      ranks :+= driver.zip("contribs", links, ranks.last).reduce("ranks").persist()
      driver.run("count", ranks.last, driver.lastTwo)
      if (unpersist) ranks(ranks.size - 2).unpersist()
    }
    (links, ranks)
  }

  test("the ranks of each PageRank iteration get the future that the ranks before had") {
    val driver = new SimulatedDriver
    val (links, ranks) = pageRank(driver, unpersist = true, iterations = 8)
    assertEquals(driver.plan(ranks(7)).map(_.rdd), None)
    assertEquals((driver.later(ranks(8)), driver.distance(ranks(8))), (1.0, 1.0))
    assert(driver.later(links) >= 5)
  }

  test("ranks that are never unpersisted have no expected reads after their last one") {
    val driver = new SimulatedDriver
    val (_, ranks) = pageRank(driver, unpersist = false, iterations = 8)
    assertEquals((driver.later(ranks(7)), driver.distance(ranks(7))), (0.0, Double.PositiveInfinity))
    assertEquals(driver.later(ranks(8)), 1.0)
    assert(driver.later(ranks(3)) < 0.5 * driver.later(ranks(8)))
  }

  test("a job whose lineage grows with every iteration keeps its signature, and its skipped stages are not pending") {
    val driver = new SimulatedDriver
    val (links, ranks) = pageRank(driver, unpersist = false, iterations = 6)
    val job = driver.start("count", driver.zip("contribs", links, ranks.last).reduce("ranks").persist())
    assertEquals(job.stages.size, 8)
    assertEquals(driver.pending(links), driver.lastTwo(job).take(1))
    assertEquals(driver.pending(ranks.last), driver.lastTwo(job).take(1))
    assertEquals(driver.pending(ranks(2)), Nil)
  }

  test("after jobs without repetition, an RDD that was read lately has a better chance than one read long ago") {
    val driver = new SimulatedDriver
    val rdds = (1 to 40).map { n =>
      val rdd = driver.source(s"source $n").persist()
      driver.run(s"fill $n", rdd)
      driver.run(s"use $n", rdd.map(s"map $n"))
      rdd
    }
    val chances = rdds.map(driver.later)
    assertEquals(chances, chances.sorted)
    assert(chances.last < 1)
    assert(chances.head > 0)
    assert(rdds.forall(rdd => driver.distance(rdd) >= 1))
  }

  test("an RDD that the latest job makes is expected to find a reader: until it has one, or until another job starts") {
    val driver = new SimulatedDriver
    val kept = driver.source("kept").persist()
    val made = kept.map("made").persist()
    driver.run("fill", made)
    assert(driver.later(made) > 1, driver.later(made))
    assert(driver.later(kept) > 1, driver.later(kept))
    val use = driver.start("use", made.map("use"))
    assertEquals(driver.pending(made), use.stages)
    assert(driver.later(made) < 1, driver.later(made))
    assert(driver.later(kept) < 1, driver.later(kept))
  }

  test("the reads of two alternating jobs alternate") {
    val driver = new SimulatedDriver
    val (a, b) = (driver.source("a").persist(), driver.source("b").persist())
    driver.run("fill", a)
    driver.run("fill", b)
    for (_ <- 1 to 5) {
      driver.run("use a", a.map("map"))
      driver.run("use b", b.map("map"))
    }
    assertEquals((driver.distance(a), driver.distance(b)), (1.0, 2.0))
    driver.run("use a", a.map("map"))
    assertEquals((driver.distance(a), driver.distance(b)), (2.0, 1.0))
    assert(driver.later(a) >= 4)
  }

  test("a stage whose shuffle exists is not pending, and a cached RDD behind it is not needed") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val totals = data.map("pairs").reduce("totals")
    val first = driver.start("collect", totals)
    assertEquals(driver.pending(data), first.stages.take(1))
    first.stages.foreach(first.run)
    first.end()
    driver.start("collect", totals)
    assertEquals(driver.pending(data), Nil)
  }

  test("a stage that was skipped the last time is not pending, until it is submitted") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    // A separate job wrote the shuffle, as in adaptive query execution, so only the history shows that the stage is
    // skipped.
    driver.run("collect", data.map("pairs").reduce("totals"), driver.last)
    val job = driver.start("collect", data.map("pairs").reduce("totals"))
    assertEquals(driver.pending(data), Nil)
    driver.foreknowledge.stageSubmitted(job.stages.head)
    assertEquals(driver.pending(data), job.stages.take(1))
  }

  test("pending reads are dropped when a job ends early") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val job = driver.start("collect", data.map("pairs").reduce("totals"))
    assertEquals(driver.pending(data), job.stages.take(1))
    job.end()
    assertEquals(driver.pending(data), Nil)
  }

  test("a stage that runs again after a failure is pending again") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val job = driver.start("collect", data.map("pairs").reduce("totals"))
    job.run(job.stages.head)
    assertEquals(driver.pending(data), Nil)
    driver.foreknowledge.stageSubmitted(job.stages.head)
    assertEquals(driver.pending(data), job.stages.take(1))
  }

  test("the stages of concurrent jobs are pending, and the second to fill an RDD reads the blocks of the first") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val derived = data.map("derived").persist()
    val jobs = Seq("one", "two").map(name => driver.start(name, derived.map(name)))
    assertEquals(driver.pending(data), jobs.flatMap(_.stages))
    jobs.head.run(jobs.head.stages.head)
    driver.foreknowledge.stageSubmitted(jobs(1).stages.head)
    assertEquals(driver.pending(data), Nil)
    assertEquals(driver.pending(derived), jobs(1).stages)
  }

  test("a job on some partitions counts as a part of a read and does not fill its RDD") {
    val driver = new SimulatedDriver
    val data = driver.source("data", partitions = 10).persist()
    driver.run("take", data, tasks = Some(1))
    val job = driver.start("count", data)
    assertEquals(driver.pending(data), Nil)
    job.run(job.stages.head)
    job.end()
    val first = driver.start("first", data.map("some"), tasks = Some(2))
    assertEquals(driver.pending(data), Nil)
    val during = driver.later(data)
    first.end()
    assert(during >= 0.2 + driver.later(data) - 1e-9, s"$during while it runs")
  }

  test("unpersist removes an RDD from the plan, as a peer too") {
    val driver = new SimulatedDriver
    val (a, b) = (driver.source("a").persist(), driver.source("b").persist())
    driver.run("zip", driver.zip("zip", a, b))
    assertEquals(driver.plan(a).map(_.peers.toSeq), Some(Seq(b.id)))
    b.unpersist()
    assertEquals(driver.plan(b).map(_.rdd), None)
    assertEquals(driver.plan(a).map(_.peers.toSeq), Some(Nil))
  }

  test("an RDD that is unpersisted before its stage starts stays out of the plan") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val job = driver.start("count", data)
    data.unpersist()
    job.run(job.stages.head)
    job.end()
    assertEquals(driver.plan(data).map(_.rdd), None)
  }

  test("the version rises only when the content changes") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    val before = driver.foreknowledge.snapshot()
    driver.foreknowledge.unpersisted(12345)
    driver.foreknowledge.stageCompleted(12345)
    driver.foreknowledge.jobEnded(12345)
    assert(driver.foreknowledge.snapshot() eq before)
    driver.start("count", data)
    assertEquals(driver.foreknowledge.snapshot().version, before.version + 1)
  }

  test("events of unknown stages, repeated events and empty jobs have no effect") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    driver.foreknowledge.jobStarted(JobShape(77, Nil))
    driver.foreknowledge.jobStarted(JobShape(78, Seq(new StageShape(99, "empty", Seq(98), 0, Nil))))
    driver.foreknowledge.stageSubmitted(99)
    driver.foreknowledge.stageCompleted(99)
    driver.foreknowledge.stageCompleted(99)
    driver.foreknowledge.jobEnded(78)
    driver.foreknowledge.jobEnded(78)
    assertEquals(driver.foreknowledge.snapshot().stage, 99)
    assertEquals(driver.foreknowledge.snapshot().rdds.map(_.rdd).toSeq, Seq(data.id))
  }

  private def bytes(plan: ReusePlan): Int = {
    val out = new ByteArrayOutputStream
    val objects = new ObjectOutputStream(out)
    objects.writeObject(plan)
    objects.close()
    out.size
  }

  test("a plan for a thousand cached RDDs keeps those needed next and stays under 32 kB") {
    val driver = new SimulatedDriver
    val rdds = (1 to 1000).map(n => driver.source(s"source $n").persist())
    rdds.foreach(rdd => driver.run("fill", rdd))
    val used = rdds.take(200)
    val jobs = (1 to 8).map(n => driver.start(s"zip $n", driver.zip("zip", used: _*)))
    val plan = driver.foreknowledge.snapshot()
    assertEquals(plan.rdds.length, ReusePlan.maxRdds)
    assert(used.forall(rdd => driver.pending(rdd) == jobs.flatMap(_.stages)))
    assert(bytes(plan) < 32 * 1024, s"${bytes(plan)} bytes")
  }

  test("a plan for two cached RDDs stays under 1 kB") {
    val driver = new SimulatedDriver
    val (a, b) = (driver.source("a").persist(), driver.source("b").persist())
    for (_ <- 1 to 5) driver.run("zip", driver.zip("zip", a, b))
    driver.start("zip", driver.zip("zip", a, b))
    assert(bytes(driver.foreknowledge.snapshot()) < 1024, s"${bytes(driver.foreknowledge.snapshot())} bytes")
  }

  test("a hundred thousand jobs, with RDDs that are never unpersisted, leave a bounded plan and a working forecast") {
    val driver = new SimulatedDriver
    val data = driver.source("data").persist()
    driver.run("count", data)
    for (n <- 1 to 100000) {
      driver.run("step", driver.zip("zip", data, driver.source("other")).map(s"variant ${n % 3}").persist())
      if (n % 100 == 0) driver.foreknowledge.snapshot()
    }
    assertEquals(driver.foreknowledge.snapshot().rdds.length, ReusePlan.maxRdds)
    assertEquals(driver.later(data), JobHistory.horizon.toDouble)
    assertEquals(driver.distance(data), 1.0)
    assert(driver.foreknowledge.tracked <= Foreknowledge.maxTracked, s"${driver.foreknowledge.tracked} remembered")
  }
}
