package okibi.explain.finding

import okibi.core.machine.{MachineProfile, MemorySpeed, SerializerSpeed}
import okibi.explain.Made
import okibi.explain.event.{Block, Level, Rdd, Transfer}

/** Rules about cached data, each on an application that it is about, and none on one that is well. */
class CacheRulesSuite extends RuleSuite {
  test("partitions that find no room in memory and are made again and again") {
    val made = new Made(2).cached(points(memoryOnly))(
      (0 until 8).map(p => (10000L, if (p < 4) Seq(block(p, memoryOnly)) else Nil)): _*
    )
    (1 to 4).foreach(_ => made.cached(points(memoryOnly))((0 until 8).map(p => (if (p < 4) 1000L else 9000L, Nil)): _*))
    val found = of(CacheThrash, made)
    assertEquals(
      found.fix,
      "spark.plugins=okibi.spark.OkibiPlugin and persist(StorageLevel.MEMORY_AND_DISK) in place of MEMORY_ONLY"
    )
    near(found.outcome.before, 40000 + 4 * 20000)
    near(
      found.outcome.after,
      40000 + 4 * 4000
    ) // Every task as long as those that found their block in memory; nothing is known of its size.
    assertEquals(found.confidence, Confidence.High)
    assertEquals((found.rdd, found.stages), (Some(3), Set(1, 2, 3, 4)), "the cached RDD, and the stages that read it")
  }

  test("blocks that are dropped and read again; not where Okibi keeps them, nor where disk was asked for") {
    val both = memoryOnly.copy(disk = true)
    def made(level: Level, conf: (String, String)*): Made = {
      val made = new Made(2, conf: _*).cached(points(level))(
        (0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*
      )
      (1 to 4).foreach(_ => made.cached(points(level))(Seq.fill(8)((5000L, Nil)): _*))
      made
    }
    val found = of(CacheThrash, made(both))
    assertEquals(found.fix, "spark.plugins=okibi.spark.OkibiPlugin")
    near(found.outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 125)) // 100 MB at 100 MB/s, then at 800.
    assert(
      !Rule.findings(made(both, "spark.plugins" -> "a.B, okibi.spark.OkibiPlugin").facts).exists(_.rule == CacheThrash)
    )
    assert(!Rule.findings(made(both.copy(memory = false)).facts).exists(_.rule == CacheThrash))
    assertEquals(
      of(
        CacheThrash,
        made(both, "spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.okibi.cache.mode" -> "observe")
      ).fix,
      "spark.okibi.cache.mode=on"
    )
  }

  test("what Okibi's policy would have found in memory need not be read from disk") {
    val both = memoryOnly.copy(disk = true)
    def made(storage: Long): Made = {
      val made = new Made(2)
        .storage(storage)
        .cached(points(both))(
          (0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*
        )
      (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
      made
    }
    val half = of(CacheThrash, made(400000000L))
    assert(
      half.evidence.contains(
        "the same reads with Okibi's policy and this memory find 50 % of their blocks in it, 0 % did"
      ),
      half.evidence
    )
    near(half.outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 62))
    assert(of(CacheThrash, made(50000000L)).evidence.exists(_.contains("find 0 % of")), "no block fits")
  }

  test("blocks that went to disk at once, since memory was never large enough for one") {
    val both = memoryOnly.copy(disk = true)
    val made = new Made(2).cached(points(both))(
      (0 until 8).map(p => (10000L, Seq(Block(s"rdd_3_$p", both.copy(memory = false), 0, 100000000)))): _*
    )
    (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
    near(of(CacheThrash, made).outcome.after, 40000 + 4 * 4 * (5000 - 1000 + 125))
  }

  test("what is kept as bytes though memory has room for objects") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def made(conf: (String, String)*)(storage: Long): Made = {
      val made = new Made(2, conf: _*)
        .storage(storage)
        .cached(points(disk))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
      (1 to 4).foreach(_ => made.cached(points(disk))(Seq.fill(8)((1000L, Nil)): _*))
      made
    }
    val found = of(StorageLevel, made()(4000000000L))
    near(found.outcome.before, 32000)
    near(
      found.outcome.after,
      16000 - 4 * 500 + 4 * 4 * 500
    ) // 50 MB at 100 MB/s less for each, and the same when they were written.
    assertEquals(found.fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assert(!Rule.findings(made()(1000000000L).facts).exists(_.rule == StorageLevel))
    assert(
      !Rule
        .findings(made("spark.plugins" -> "okibi.spark.OkibiPlugin")(4000000000L).facts)
        .exists(_.rule == StorageLevel)
    )
  }

  test("small records cost more than their bytes to make objects of") {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    val made = new Made(2)
      .storage(4000000000L)
      .measuring(ms => Made.computing(ms).copy(input = Transfer(50000000, 1000000)))
      .cached(points(disk))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", disk, 0, 50000000)))): _*)
    (1 to 4).foreach(_ => made.cached(points(disk))(Seq.fill(8)((2000L, Nil)): _*))
    near(of(StorageLevel, made).outcome.after, 16000 - 4 * 900 + 4 * 4 * (2000 - 900))
  }

  test("garbage and waits of tasks whose blocks come and go are gone with that; waiting for Python is not") {
    val both = memoryOnly.copy(disk = true)
    def after(name: String): Long = {
      val rdd = points(both).copy(name = name)
      val made = new Made(2).cached(rdd)(
        (0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*
      )
      made.measuring(ms => Made.computing(ms * 5 / 10).copy(runMs = ms, gcMs = ms * 2 / 10))
      (1 to 4).foreach(_ => made.cached(rdd)(Seq.fill(8)((5000L, Nil)): _*))
      of(CacheThrash, made).outcome.after
    }
    near(after("points"), 40000 - 4 * 875 + 4 * 4 * (2500 - 1000 + 125))
    near(after("PythonRDD"), 40000 - 4 * 875 + 4 * 4 * (4000 - 1000 + 125))
  }

  test("the machine profile says how fast serializers are, where there is one") {
    def gain(read: Option[Double]): Long = {
      val both = memoryOnly.copy(disk = true)
      val made = new Made(2).cached(points(both))(
        (0 until 8).map(p => (10000L, Seq(block(p, both), block(p, both.copy(memory = false))))): _*
      )
      (1 to 4).foreach(_ => made.cached(points(both))(Seq.fill(8)((5000L, Nil)): _*))
      val profile = read.map(mb =>
        MachineProfile(
          "",
          quick = true,
          2,
          0,
          "",
          MemorySpeed(Nil, 0, 0),
          Nil,
          Nil,
          Seq(SerializerSpeed("java", "strings", mb, mb)),
          Nil
        )
      )
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
    assert(
      !Rule
        .findings(new Made(2).stage(Seq.fill(8)(1000L))(Made.computing, rdds = Seq(source)).facts)
        .exists(_.rule == Recomputed)
    )
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
}
