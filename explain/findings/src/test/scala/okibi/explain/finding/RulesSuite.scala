package okibi.explain.finding

import munit.FunSuite
import okibi.core.machine.{MachineProfile, SerializerSpeed}
import okibi.core.observe.DiskInterval
import okibi.explain.Made
import okibi.explain.event.{Block, Level, Rdd, TaskMetrics, Transfer}

/** Each rule on an application that it is about, and none on one that is well. */
class RulesSuite extends FunSuite {
  private def of(rule: Rule, made: Made): Finding = {
    val found = Rule.findings(made.facts)
    assertEquals(found.headOption.map(_.rule.code), Some(rule.code), found.map(_.says).mkString("\n"))
    found.head
  }

  /** Within a tenth. */
  private def near(found: Long, expected: Long): Unit = assert(math.abs(found - expected) <= expected / 10, s"$found, not $expected")

  private def points(level: Level) = Rdd(3, "points", Nil, 8, Some(level), 0, 0, 0)
  private val memoryOnly = Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)
  private def block(partition: Int, level: Level) = Block(s"rdd_3_$partition", level, 100000000, 0)

  test("partitions that find no room in memory and are made again and again") {
    val made = new Made(2).cached(points(memoryOnly))((0 until 8).map(p => (10000L, if (p < 4) Seq(block(p, memoryOnly)) else Nil)): _*)
    (1 to 4).foreach(_ => made.cached(points(memoryOnly))((0 until 8).map(p => (if (p < 4) 1000L else 9000L, Nil)): _*))
    val found = of(CacheThrash, made)
    assertEquals(found.fix, "spark.plugins=okibi.spark.OkibiPlugin and persist(StorageLevel.MEMORY_AND_DISK) in place of MEMORY_ONLY")
    near(found.outcome.before, 40000 + 4 * 20000)
    near(found.outcome.after, 40000 + 4 * 4000) // Every task as long as those that found their block in memory; nothing is known of its size.
    assertEquals(found.confidence, Confidence.High)
  }

  test("blocks that are dropped and read again; not where Okibi keeps them, nor where disk was asked for") {
    val both = memoryOnly.copy(disk = true)
    def made(level: Level, conf: (String, String)*): Made = {
      val made = new Made(2, conf: _*).cached(points(level))((0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*)
      (1 to 4).foreach(_ => made.cached(points(level))(Seq.fill(8)((5000L, Nil)): _*))
      made
    }
    val found = of(CacheThrash, made(both))
    assertEquals(found.fix, "spark.plugins=okibi.spark.OkibiPlugin")
    near(found.outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 125)) // 100 MB at 100 MB/s, then at 800.
    assert(!Rule.findings(made(both, "spark.plugins" -> "a.B, okibi.spark.OkibiPlugin").facts).exists(_.rule == CacheThrash))
    assert(!Rule.findings(made(both.copy(memory = false)).facts).exists(_.rule == CacheThrash))
    assertEquals(of(CacheThrash, made(both, "spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.okibi.cache.mode" -> "observe")).fix, "spark.okibi.cache.mode=on")
  }

  test("what Okibi's policy would have found in memory need not be read from disk") {
    val both = memoryOnly.copy(disk = true)
    def made(storage: Long): Made = {
      val made = new Made(2).storage(storage).cached(points(both))((0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*)
      (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
      made
    }
    val half = of(CacheThrash, made(400000000L))
    assert(half.evidence.contains("the same reads with Okibi's policy and this memory find 50 % of their blocks in it, 0 % did"), half.evidence)
    near(half.outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 62))
    assert(of(CacheThrash, made(50000000L)).evidence.exists(_.contains("find 0 % of")), "no block fits")
  }

  test("blocks that went to disk at once, since memory was never large enough for one") {
    val both = memoryOnly.copy(disk = true)
    val made = new Made(2).cached(points(both))((0 until 8).map(p => (10000L, Seq(Block(s"rdd_3_$p", both.copy(memory = false), 0, 100000000)))): _*)
    (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
    near(of(CacheThrash, made).outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 125))
  }

  private val shuffling: Long => TaskMetrics = ms => Made.computing(ms / 4).copy(runMs = ms, shuffleWritten = Transfer(1000000000, 1000))
  private def busy(ms: Int) = DiskInterval(ms * 50L, 0, ms)

  test("the one disk that takes all shuffle files") {
    val found = of(LocalDisk, new Made(2).stage(Seq.fill(8)(10000L))(shuffling).machine(Seq("/hadoop/local" -> 0), "sda", "sdb")(
      (20000, 25, 60, Seq(busy(19800), DiskInterval(10, 0, 600))), (20000, 25, 60, Seq(busy(19800)))))
    near(found.outcome.after, 40000 * 27 / 100) // The processors' share is more than a quarter of the disk's.
    assertEquals(found.confidence, Confidence.High)
    assert(found.says.startsWith("It waits for one disk: sda is busy for 99 % of its time, processors wait for 60 % of theirs. All shuffle files go there (spark.local.dir=/hadoop/local)"), found.says)
    assert(found.evidence.contains("others: sdb 1 %") || found.evidence.contains("others: sdb 2 %"), found.evidence)
    assert(found.fix.contains("then the processors bind, and more disks will not help"), found.fix)
  }

  test("one disk that is held to a limit before requests reach it: it is never busy, and processors wait") {
    def made = new Made(2).stage(Seq.fill(8)(10000L))(shuffling)
    val found = of(LocalDisk, made.machine(Seq("/hadoop/local" -> 0), "loop0", "sda")((40000, 15, 60, Seq(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 4000)))))
    near(found.outcome.after, 40000 * 4 / 7) // Of four disks two tasks write to 1.75 at a time.
    assertEquals(found.confidence, Confidence.Medium)
    assert(found.says.startsWith("It waits for one disk: loop0 is held to a limit, processors wait for 60 % of theirs."), found.says)
    assert(found.evidence.head.endsWith("busy for 2 % of its time: requests are held back before it sees them"), found.evidence)
    def none(disks: DiskInterval*): Unit = assert(!Rule.findings(made.machine(Seq("/a" -> 0), "loop0", "sda")((40000, 15, 60, disks)).facts).exists(_.rule == LocalDisk))
    none(DiskInterval(0, 100000, 800), DiskInterval(0, 530000, 4000)) // What is waited for is elsewhere.
    none(DiskInterval(0, 520000, 800), DiskInterval(0, 530000, 16000)) // A disk works for as long as is waited for.
  }

  test("a disk that has time left, processors that do not wait, a stage without a shuffle, another directory that is idle: no such finding") {
    def none(made: Made): Unit = assert(!Rule.findings(made.facts).exists(_.rule == LocalDisk))
    def stage = new Made(2).stage(Seq.fill(8)(10000L))(shuffling)
    none(stage.machine(Seq("/a" -> 0), "sda")((40000, 25, 60, Seq(busy(20000)))))
    none(stage.machine(Seq("/a" -> 0), "sda")((40000, 90, 3, Seq(busy(39000)))))
    none(stage.machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")((40000, 25, 60, Seq(busy(39000)))))
    none(stage.machine(Seq("/a" -> -1), "sda")((40000, 25, 60, Seq(busy(39000)))))
    none(stage.machine(Seq("/a" -> 0), "sda")((10000, 25, 60, Seq(busy(9900))))) // Of most of the stage nothing is known.
    none(new Made(2).stage(Seq.fill(8)(10000L))().machine(Seq("/a" -> 0), "sda")((40000, 25, 60, Seq(busy(39000)))))
  }

  test("what is kept as bytes though memory has room for objects") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def made(conf: (String, String)*)(storage: Long): Made = {
      val made = new Made(2, conf: _*).storage(storage).cached(points(disk))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
      (1 to 4).foreach(_ => made.cached(points(disk))(Seq.fill(8)((1000L, Nil)): _*))
      made
    }
    val found = of(StorageLevel, made()(4000000000L))
    near(found.outcome.before, 32000)
    near(found.outcome.after, 16000 - 4 * 500 + 4 * 4 * 500) // 50 MB at 100 MB/s less for each, and the same when they were written.
    assertEquals(found.fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assert(!Rule.findings(made()(1000000000L).facts).exists(_.rule == StorageLevel))
    assert(!Rule.findings(made("spark.plugins" -> "okibi.spark.OkibiPlugin")(4000000000L).facts).exists(_.rule == StorageLevel))
  }

  test("small records cost more than their bytes to make objects of") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    val made = new Made(2).storage(4000000000L).measuring(ms => Made.computing(ms).copy(input = Transfer(50000000, 1000000)))
      .cached(points(disk))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
    (1 to 4).foreach(_ => made.cached(points(disk))(Seq.fill(8)((2000L, Nil)): _*))
    near(of(StorageLevel, made).outcome.after, 16000 - 4 * 900 + 4 * 4 * (2000 - 900))
  }

  test("garbage and waits of tasks whose blocks come and go are gone with that; waiting for Python is not") {
    val both = memoryOnly.copy(disk = true)
    def after(name: String): Long = {
      val rdd = points(both).copy(name = name)
      val made = new Made(2).cached(rdd)((0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*)
      made.measuring(ms => Made.computing(ms * 5 / 10).copy(runMs = ms, gcMs = ms * 2 / 10))
      (1 to 4).foreach(_ => made.cached(rdd)(Seq.fill(8)((5000L, Nil)): _*))
      of(CacheThrash, made).outcome.after
    }
    near(after("points"), 40000 - 4 * 875 + 4 * 4 * (2500 - 1000 + 125))
    near(after("PythonRDD"), 40000 - 4 * 875 + 4 * 4 * (4000 - 1000 + 125))
  }

  test("garbage of a stage that fills memory with objects is none of the heap's") {
    def made(level: Level): Made = new Made(2).storage(4000000000L).measuring(ms => Made.computing(ms * 6 / 10).copy(runMs = ms, gcMs = ms * 4 / 10))
      .cached(points(level))((0 until 8).map(p => (4000L, Seq(block(p, level)))): _*)
    assert(!Rule.findings(made(memoryOnly).facts).exists(_.rule == GarbageCollection))
    assert(Rule.findings(made(memoryOnly.copy(disk = true, memory = false, deserialized = false)).facts).exists(_.rule == GarbageCollection))
  }

  test("collectors that work beside tasks take processors from them") {
    def after(conf: (String, String)*): Long =
      of(GarbageCollection, new Made(2, conf: _*).stage(Seq.fill(8)(10000L))(ms => Made.computing(ms * 3 / 10).copy(runMs = ms, gcMs = ms * 3 / 10))).outcome.after
    near(after(), 40000L * 53 / 100) // Half of the rest is garbage, and so is half of what they waited.
    near(after("spark.executor.extraJavaOptions" -> "-XX:+UseParallelGC"), 40000L * 73 / 100)
  }

  test("the machine profile says how fast serializers are, where there is one") {
    def gain(read: Option[Double]): Long = {
      val both = memoryOnly.copy(disk = true)
      val made = new Made(2).cached(points(both))((0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*)
      (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
      val profile = read.map(mb => MachineProfile("", quick = true, 2, 0, "", Nil, 0, 0, Nil, Nil, Seq(SerializerSpeed("java", "strings", mb, mb)), Nil))
      CacheThrash.find(made.facts.copy(machine = profile)).head.outcome.gain
    }
    near(gain(None), (16 + 4) * (1000 - 125)) // Read four times by two cores, and written once.
    near(gain(Some(50)), (16 + 4) * (2000 - 125))
  }

  private val source = Rdd(1, "lines", Nil, 8, None, 0, 0, 0)

  test("the same RDDs computed by one job after the other") {
    def made(rdd: Rdd): Made = {
      val made = new Made(2)
      (1 to 3).foreach(_ => made.stage(Seq.fill(8)(1000L))(Made.computing, rdds = Seq(rdd)))
      made
    }
    val found = of(Recomputed, made(source))
    assertEquals(found.says, "RDD 1 (lines) was computed 3 times, 8.0 s after the first: nothing of it was persisted.")
    near(found.outcome.after, 4000)
    assert(!Rule.findings(made(points(memoryOnly)).facts).exists(_.rule == Recomputed))
    assert(!Rule.findings(new Made(2).stage(Seq.fill(8)(1000L))(Made.computing, rdds = Seq(source)).facts).exists(_.rule == Recomputed))
  }

  test("an RDD that jobs do different things with; not its input alone, nor partitions that nobody had computed") {
    def rdd(id: Int, name: String, parent: Int) = Rdd(id, name, Seq(parent), 8, None, 0, 0, 0)
    def made(rdds: Int => Seq[Rdd], tasks: Int = 8): Made = {
      val made = new Made(2)
      (1 to 3).foreach(job => made.stage(Seq.fill(tasks)(1000L))(Made.computing, rdds = rdds(job)))
      made
    }
    val found = of(Recomputed, made(job => Seq(source, rdd(2, "parsed", 1), rdd(10 + job, "own", 2))))
    assertEquals(found.says, "RDD 2 (parsed) was computed 3 times, 8.0 s after the first: nothing of it was persisted.")
    assertEquals((found.outcome.after, found.confidence), (4000L, Confidence.Low))
    def none(made: Made): Unit = assert(!Rule.findings(made.facts).exists(_.rule == Recomputed))
    none(made(job => Seq(source, rdd(10 + job, "own", 1))))
    none(made(job => Seq(source, rdd(2, "parsed", 1), rdd(10 + job, "own", 2)), tasks = 4))
  }

  test("notes: what was cached for nothing, cores and disks that had nothing to do") {
    def codes(made: Made): Seq[String] = Rule.notes(made.facts).map(_.rule.code)
    val stored = (0 until 8).map(p => (1000L, Seq(block(p, memoryOnly))))
    assertEquals(codes(new Made(2).cached(points(memoryOnly))(stored: _*)), Seq("cached-once", "cpu-bound"))
    assertEquals(codes(new Made(2).cached(points(memoryOnly))(stored: _*).cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)), Seq("cpu-bound"))
    assertEquals(codes(new Made(2).cached(points(memoryOnly))(stored: _*).cached(points(memoryOnly))((10L, Nil))), Seq("cpu-bound"), "a job that wants one partition reads it too")
    assertEquals(codes(new Made(8).stage(Seq(10000L))()), Seq("idle-cores"))
    assertEquals(codes(new Made(2).stage(Seq(10000L))()), Nil)
    val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
    val quiet = new Made(2, kryo).stage(Seq.fill(8)(10000L))(shuffling).machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")((40000, 95, 0, Seq(busy(2000))))
    val Seq(idle) = Rule.notes(quiet.facts)
    assertEquals((idle.rule.code, idle.fix), ("disks-idle", "one directory in spark.local.dir is enough in place of those on 2 disks"))
    val waiting = new Made(2, kryo).stage(Seq.fill(8)(10000L))(shuffling).machine(Seq("/a" -> 0), "sda")((38000, 95, 0, Nil), (2000, 30, 60, Seq(busy(2000))))
    assertEquals(codes(waiting), Nil)
    // Processors that have enough to do do not wait, however busy the disk is.
    def saturated(busyMs: Int): Seq[String] = codes(new Made(2, kryo).stage(Seq.fill(8)(10000L))(shuffling).machine(Seq("/a" -> 0), "sda")((40000, 98, 0, Seq(busy(busyMs)))))
    assertEquals((saturated(38000), saturated(11000)), (Nil, Seq("disks-idle")))
  }

  test("notes: what holds memory that others want, objects through Java's serializer, partitions near the limit, processors that bind") {
    def codes(made: Made): Seq[String] = Rule.notes(made.facts).map(_.rule.code)
    def other(partition: Int): Block = block(partition, memoryOnly).copy(name = s"rdd_4_$partition")
    val lines = points(memoryOnly).copy(id = 4, name = "lines")
    def forgotten: Made = new Made(2).storage(2000000000L).cached(points(memoryOnly))((0 until 8).map(p => (1000L, Seq(block(p, memoryOnly)))): _*).cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)
    def wanting(made: Made): Made = made.cached(lines)((0 until 8).map(p => (1000L, if (p < 4) Seq(other(p)) else Nil)): _*).cached(lines)(Seq.fill(8)((1000L, Nil)): _*)
    assertEquals(codes(wanting(forgotten)), Seq("unpersist", "cpu-bound"))
    assertEquals(codes(wanting(forgotten.unpersist(3))), Seq("cpu-bound"))

    val objects = (ms: Long) => Made.computing(ms).copy(shuffleWritten = Transfer(100000000, 1000))
    def shuffled(conf: (String, String)*): Made = new Made(2, conf: _*).stage(Seq.fill(8)(2000L))(objects).idle(20000)
    assertEquals(codes(shuffled()), Seq("java-serializer"))
    assertEquals(codes(shuffled("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")), Nil)

    val large = (ms: Long) => Made.computing(ms).copy(input = Transfer(1200000000, 1000))
    val Seq(piece) = Rule.notes(new Made(2).stage(Seq.fill(8)(2000L))(large).idle(20000).facts)
    assertEquals((piece.rule.code, piece.fix), ("large-partition", "at least 40 partitions in place of 8"))

    assertEquals(codes(new Made(2).stage(Seq.fill(8)(2000L))()), Seq("cpu-bound"))
    assertEquals(codes(new Made(2).stage(Seq.fill(8)(2000L))(ms => Made.computing(ms).copy(cpuNs = ms * 500000))), Nil)
  }

  test("notes: what is cached as bytes of Java's serializer, unless another one or Okibi makes them, or they are a query's") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def found(level: Level, conf: (String, String)*)(before: Made => Made = identity): Seq[Finding] = {
      val made = before(new Made(2, conf: _*)).cached(points(level))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", level, 0, 50000000)))): _*)
      JavaCache.find(made.cached(points(level))(Seq.fill(8)((1000L, Nil)): _*).facts)
    }
    val Seq(its) = found(disk)()
    assertEquals(its.says, "RDD 3 (points) is kept as DISK_ONLY through Java's serializer: 400 MB in 8 partitions, made objects of 8 times.")
    assertEquals((its.evidence, its.fix), (Seq("some 8.0 s of processor time for 800 MB"), "spark.serializer=org.apache.spark.serializer.KryoSerializer; or spark.plugins=okibi.spark.OkibiPlugin"))
    assertEquals(found(memoryOnly.copy(deserialized = false))().size, 1)
    assertEquals(found(memoryOnly)(), Nil)
    assertEquals(found(disk)(_.queries), Nil)
    assertEquals(found(disk, "spark.plugins" -> "okibi.spark.OkibiPlugin")(), Nil)
    assertEquals(found(disk, "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")(), Nil)
  }

  test("processors that bind while they sort, whatever the stage is called") {
    def says(made: Made): String = CpuBound.find(made.facts).head.says
    val shuffled = Rdd(1, "ShuffledRDD", Nil, 8, None, 0, 0, 0, sorts = Rdd.sorts("ShuffledRDD", "sortByKey at A.scala:3"))
    assert(says(new Made(2).named("count at A.scala:4").stage(Seq.fill(8)(2000L))(rdds = Seq(shuffled))).contains("sorting among it"))
    assert(!says(new Made(2).named("count at A.scala:4").stage(Seq.fill(8)(2000L))(rdds = Seq(shuffled.copy(sorts = Rdd.sorts("MapPartitionsRDD", "sortBy at A.scala:3"))))).contains("sorting"))
  }

  test("input in small pieces") {
    val found = of(SmallFiles, new Made(2).stage(Seq.fill(2000)(10L))(_ => Made.computing(6).copy(deserializeMs = 2, input = Transfer(1000, 1))))
    near(found.outcome.after, 10000L * 2 / 2000) // All of them as short as the median: what a file costs is all that there is.
    assert(found.says.startsWith("2000 tasks read 0.00 MB each, in 10 ms in the median: 100 % of their time is starting them and opening files."), found.says)
    def listed(ms: Long): Finding = of(SmallFiles, new Made(2).idle(ms).stage(Seq.fill(2000)(10L))(_ => Made.computing(6).copy(deserializeMs = 2, input = Transfer(1000, 1))))
    assertEquals(listed(5000).outcome.before, 15000L) // The driver listed them.
    assertEquals(listed(60000).outcome.before, 16000L) // And did something else.
    assert(listed(5000).evidence.contains("5.0 s before the job, in which the driver can have listed them"), listed(5000).evidence)
    val larger = of(SmallFiles, new Made(2).stage(Seq.fill(2000)(20L))(_ => Made.computing(8).copy(deserializeMs = 2, input = Transfer(1000000, 1))))
    near(larger.outcome.after, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
  }

  test("a prediction says between what it is expected, never slower than it was") {
    val found = of(FewTasks, new Made(8).stage(Seq(8000L, 8000L))())
    assertEquals((found.outcome.before, found.outcome.after, found.range), (8000L, 2000L, (800L, 3200L)))
  }

  test("a task that takes much longer than the others") {
    val found = of(Skew, new Made(4).stage(Seq.fill(16)(1000L) :+ 30000L)())
    assertEquals(found.stage, Some(0))
    near(found.outcome.before, 34000)
    near(found.outcome.after, 34000L * 11500 / 30000) // The bound of 46 s on four cores in place of the 30 s of one task.
    assert(found.says.contains("One task takes 30.0 s, the median 1.0 s"), found.says)
  }

  test("a long task of a stage whose cores are busy anyway is no skew") {
    assert(!Rule.findings(new Made(2).stage(5000L +: Seq.fill(100)(500L))().facts).exists(_.rule == Skew))
  }

  test("spills that tasks wait for") {
    val found = of(Spills, new Made(2).stage(Seq.fill(8)(10000L))(ms =>
      Made.computing(ms).copy(cpuNs = 6000L * 1000000, diskSpilled = 500, memorySpilled = 3000, peakExecutionBytes = 1000)))
    near(found.outcome.after, 24000)
    assert(found.fix.startsWith("spark.sql.files.maxPartitionBytes smaller, or repartition(32)"), found.fix)
  }

  test("how many tasks a stage has is decided elsewhere for files, for RDDs, for queries and for queries that Spark adapts") {
    def fix(made: Made, read: Long = 8000): String = of(Spills, made.stage(Seq.fill(8)(10000L))(ms =>
      Made.computing(ms).copy(cpuNs = 6000L * 1000000, diskSpilled = 500, memorySpilled = 3000, peakExecutionBytes = 1000, remoteRead = read))).fix
    assertEquals(fix(new Made(2)), "32 partitions in place of 8, as reduceByKey(f, 32) and the like take them; or more spark.executor.memory")
    assertEquals(fix(new Made(2, "spark.master" -> "local[2]", "spark.sql.adaptive.enabled" -> "false").queries), "spark.sql.shuffle.partitions=32 in place of 8; or more spark.driver.memory")
    assertEquals(fix(new Made(2).queries), "spark.sql.adaptive.advisoryPartitionSizeInBytes=2000, of which Spark makes 32 tasks or so; or more spark.executor.memory")
    assertEquals(fix(new Made(2, "spark.sql.shuffle.partitions" -> "8").queries), "spark.sql.shuffle.partitions=32 in place of 8; or more spark.executor.memory")
  }

  test("stages of one name are one finding: each of a hundred iterations gains next to nothing") {
    def made(name: Int => String): Made = (1 to 100).foldLeft(new Made(2))((its, i) =>
      its.named(name(i)).stage(Seq.fill(8)(1000L))(ms => Made.computing(ms).copy(cpuNs = 500 * 1000000L, gcMs = 500)))
    val found = of(GarbageCollection, made(_ => "step"))
    near(found.outcome.before, 400000)
    near(found.outcome.after, 400000L * 53 / 100)
    assert(found.says.endsWith("The same in 99 more of its name (step)."), found.says)
    assertEquals(Rule.findings(made(i => s"step $i").facts), Nil)
  }

  test("stages of one name that ran at the same time gain no more than the time that they took together") {
    val made = (1 to 4).foldLeft(new Made(8).named("step"))((its, _) => its.stage(Seq.fill(8)(10000L))(ms => Made.computing(ms).copy(cpuNs = 500 * 1000000L, gcMs = 9500)).beside)
    val found = GarbageCollection.find(made.idle(10000).facts)
    assertEquals(found.size, 4)
    val together = of(GarbageCollection, made)
    assertEquals((together.outcome.before, together.outcome.after), (10000L, 0L))
  }

  test("a disk that a stage waits for to read its input is not one that shuffles wait for") {
    def made(input: Long): Made = new Made(2).stage(Seq.fill(8)(10000L))(ms => shuffling(ms).copy(shuffleWritten = Transfer(1000, 1), input = Transfer(input, 1)))
      .machine(Seq("/hadoop/local" -> 0), "sda")((40000, 25, 60, Seq(DiskInterval(8000000, 0, 39600))))
    assertEquals(LocalDisk.find(made(input = 1000000000).facts), Nil)
    assertEquals(LocalDisk.find(made(input = 100).facts).size, 1)
  }

  test("what a driver has for blocks holds none of the executors', and it is none of them") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def made(level: Level = disk, name: String = "points"): Made = {
      val rdd = points(level).copy(name = name)
      val made = new Made(2).storage(1000000000L).driver(16000000000L).cached(rdd)((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
      (1 to 4).foreach(_ => made.cached(rdd)(Seq.fill(8)((1000L, Nil)): _*))
      made
    }
    assertEquals(Rule.findings(made().facts), Nil)
    assertEquals((made().facts.storageBytes, made().facts.workers.map(_.id)), (1000000000L, IndexedSeq("1")))
    assertEquals(of(StorageLevel, made().storage(4000000000L)).fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assertEquals(Rule.findings(made(name = "PythonRDD").storage(4000000000L).facts), Nil, "what Python keeps is bytes at every level")
  }

  test("cores are those that a stage could have had: executors that came later, and tasks of several cores, do not count") {
    def tasks(made: Made): Made = made.stage(Seq.fill(8)(8000L))()
    assertEquals(FewTasks.find(tasks(new Made(8)).executor("2", 392).facts), Nil)
    assertEquals(FewTasks.find(tasks(new Made(8).executor("2", 8)).facts).map(_.says), Seq("8 tasks for 16 cores: 8 cores had nothing to do."))
    assertEquals(FewTasks.find(tasks(new Made(8, "spark.task.cpus" -> "2").executor("2", 8)).facts), Nil)
  }

  test("garbage collection") {
    val found = of(GarbageCollection, new Made(2, "spark.executor.memory" -> "3g").stage(Seq.fill(8)(10000L))(ms => Made.computing(ms).copy(cpuNs = 6000L * 1000000, gcMs = 4000)))
    near(found.outcome.after, 40000L * 63 / 100)
    assertEquals(found.evidence, Seq("spark.executor.memory is 3g"))
    val local = of(GarbageCollection, new Made(2, "spark.master" -> "local[2]").stage(Seq.fill(8)(10000L))(ms => Made.computing(ms).copy(cpuNs = 6000L * 1000000, gcMs = 4000)))
    assert(local.fix.startsWith("twice the spark.driver.memory"), local.fix)
  }

  test("tasks that are hardly longer than their start") {
    val found = of(SmallTasks, new Made(2).stage(Seq.fill(2000)(20L))(_ => Made.computing(8).copy(deserializeMs = 2, shuffleWritten = Transfer(1, 1))))
    near(found.outcome.after, 20000L * 4 / 10 + 20000L * 6 / 10 * 160 / 2000)
    assert(found.fix.contains("coalesce(160)"), found.fix)
  }

  test("fewer tasks than cores") {
    val found = of(FewTasks, new Made(8).stage(Seq(8000L, 8000L))())
    near(found.outcome.after, 2000)
  }

  test("cores that other stages had meanwhile are none that more tasks would run on") {
    val found = FewTasks.find(new Made(8).stage(Seq.fill(4)(8000L))().beside.stage(Seq(8000L, 8000L))().facts).filter(_.stage.contains(1))
    assertEquals(found.map(its => (its.says, its.outcome.after)), Seq(("2 tasks for 8 cores: 2 cores had nothing to do.", 4000L)))
  }

  test("an application that waits for its driver") {
    val found = of(DriverBound, new Made(2).stage(Seq.fill(8)(1000L))().idle(6000))
    assertEquals(found.stage, None)
    near(found.outcome.after, 4000)
    def often(made: Made, ms: Long): Made = (1 to 10).foldLeft(made)((its, _) => its.stage(Seq.fill(2)(600L))().idle(ms)).stage(Seq.fill(2)(600L))()
    near(of(DriverBound, often(new Made(2), 600)).outcome.after, 11 * 600)
    near(of(DriverBound, often(new Made(2).queries, 1200)).outcome.after, 11 * 600)
    assertEquals(DriverBound.find(often(new Made(2).queries, 600).facts), Nil, "planning")
    assertEquals(DriverBound.find(new Made(2).stage(Seq.fill(8)(1000L))().begun(8).idle(6000).facts), Nil, "a stage that runs still")
  }

  test("work that was lost with its executor") {
    val found = of(LostWork, new Made(2).stage(Seq.fill(8)(1000L))().failed(4, 1000).lost("Container killed by YARN for exceeding memory limits"))
    near(found.outcome.after, 4000L * 8 / 12)
    assert(found.evidence.head.contains("Container killed"), found.evidence)
    assert(found.says.startsWith("4 task attempts failed, after 4.0 s of work, 33 % of all."), found.says)
    val speculated = of(LostWork, new Made(2).stage(Seq.fill(8)(1000L))().killed(4, 1000))
    assert(speculated.says.startsWith("4 task attempts were given up,") && speculated.fix.contains("spark.speculation"), speculated)
    val again = of(LostWork, new Made(2).stage(Seq.fill(8)(1000L))().resubmitted(4, 1000))
    assert(again.says.startsWith("finished ones were lost with their executors, after 4.0 s of work, 50 % of all."), again.says)
    assertEquals(again.outcome, okibi.explain.predict.Shrunk.Outcome(4000, 2000))
    val rerun = of(LostWork, new Made(2).stage(Seq.fill(8)(1000L))().attempt(1, 1000, 1000))
    assert(rerun.says.startsWith("stages that had ended ran again (0.1), after 2.0 s of work, 20 % of all."), rerun.says)
  }

  test("nothing is found in an application that is well, whatever its size") {
    Seq(1, 2, 16).foreach { cores =>
      val random = new scala.util.Random(cores)
      val made = new Made(cores).stage(Seq.fill(40 * cores)(800L + random.nextInt(400)))().idle(100).stage(Seq.fill(20 * cores)(2000L + random.nextInt(1000)))()
      assertEquals(Rule.findings(made.facts), Nil)
    }
  }

  test("codes are unique, and every threshold says why it is") {
    assertEquals(Rule.all.map(_.code).distinct, Rule.all.map(_.code))
    assert(Rule.all.forall(_.thresholds.nonEmpty))
    Rule.all.flatMap(_.thresholds).foreach(threshold => assert(threshold.why.length > 10, threshold))
  }
}
