package okibi.explain.finding

import okibi.core.machine.{MachineProfile, MemorySpeed, SerializerSpeed}
import okibi.explain.event.{BlockStatus, PersistenceLevel, Rdd, SampleApplication}
import okibi.explain.event.SampleApplication.{diskOnly, memoryAndDisk, memoryOnly}
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._

/** Each rule about cached data finds an application that has its problem, and not an application without it. */
class CacheRulesSuite extends RuleSuite {

  /** Four stages of eight tasks that read the RDD. */
  private def readFourTimes(app: SampleApplication, rdd: Rdd, ms: Int => Long): SampleApplication =
    (1 to 4).foldLeft(app)((stages, _) => stages.cached(rdd)((0 until 8).map(p => (ms(p), Nil)): _*))

  /** A stage that stores all blocks of an RDD, each of which is evicted to disk, and four stages that read it. */
  private def evicted(app: SampleApplication, level: PersistenceLevel = memoryAndDisk): SampleApplication = {
    val stored = (0 until 8).map { p =>
      (10000L, Seq(block(p, memoryAndDisk), block(p, memoryAndDisk.copy(memory = false))))
    }
    readFourTimes(app.cached(points(level))(stored: _*), points(level), _ => 5000L)
  }

  /** A stage that stores blocks of 50 MB on disk, and four stages that read them. */
  private def onDisk(app: SampleApplication, readMs: Long): SampleApplication = {
    val stored = (0 until 8).map(p => (4000L, Seq(BlockStatus(s"rdd_3_$p", diskOnly, 0, 50000000))))
    readFourTimes(app.cached(points(diskOnly))(stored: _*), points(diskOnly), _ => readMs)
  }

  test("partitions that find no room in memory are computed again and again") {
    val app = new SampleApplication(2).cached(points(memoryOnly))(
      (0 until 8).map(p => (10000L, if (p < 4) Seq(block(p, memoryOnly)) else Nil)): _*
    )
    val found =
      findingOf(CacheThrashRule, readFourTimes(app, points(memoryOnly), p => if (p < 4) 1000L else 9000L))
    assertEquals(
      found.summary,
      "RDD 3 (points) does not fit in memory: of the tasks that needed its blocks, 16 computed them again, 16 found " +
        "them in memory."
    )
    assertEquals(
      found.fix,
      "spark.plugins=okibi.spark.OkibiPlugin and persist(StorageLevel.MEMORY_AND_DISK) in place of MEMORY_ONLY"
    )
    assertNear(found.prediction.beforeMs, 40000 + 4 * 20000)
    // Each task takes as long as those that found their block in memory; the log has no storage memory to replay.
    assertNear(found.prediction.afterMs, 40000 + 4 * 4000)
    assertEquals(found.confidence, Confidence.High)
    assertEquals((found.rdd, found.stages), (Some(3), Set(1, 2, 3, 4)), "the cached RDD, and the stages that read it")
  }

  test("evicted blocks are read again; no finding where Okibi keeps them or where the level is the disk") {
    val found = findingOf(CacheThrashRule, evicted(new SampleApplication(2)))
    assertEquals(found.fix, "spark.plugins=okibi.spark.OkibiPlugin")
    assertNear(found.prediction.afterMs, 40000 + 4 * 4 * (5000 - 1000 + 125)) // 100 MB at 100 MB/s, then at 800 MB/s.
    val plugin = "spark.plugins" -> "a.B, okibi.spark.OkibiPlugin"
    assertNone(CacheThrashRule, evicted(new SampleApplication(2, plugin)))
    assertNone(CacheThrashRule, evicted(new SampleApplication(2), memoryAndDisk.copy(memory = false)))
    val observing = new SampleApplication(2, plugin, "spark.okibi.cache.mode" -> "observe")
    assertEquals(findingOf(CacheThrashRule, evicted(observing)).fix, "spark.okibi.cache.mode=on")
  }

  test("blocks that Okibi's policy would have found in memory are not read from disk") {
    def found(storageBytes: Long): Finding =
      findingOf(CacheThrashRule, evicted(new SampleApplication(2).storage(storageBytes)))
    val half = found(400000000L)
    assert(
      half.evidence.contains(
        "with Okibi's policy and this memory 50 % of the same reads find their block in memory, instead of 0 %"
      ),
      half.evidence
    )
    assertNear(half.prediction.afterMs, 40000 + 4 * 4 * (5000 - 1000 + 62))
    assert(found(50000000L).evidence.exists(_.contains("memory 0 % of the same reads")), "no block fits")
  }

  test("blocks go to disk at once where memory is too small for any of them") {
    val stored = (0 until 8).map { p =>
      (10000L, Seq(BlockStatus(s"rdd_3_$p", memoryAndDisk.copy(memory = false), 0, 100000000)))
    }
    val app = new SampleApplication(2).cached(points(memoryAndDisk))(stored: _*)
    val found = findingOf(CacheThrashRule, readFourTimes(app, points(memoryAndDisk), _ => 5000L))
    assertNear(found.prediction.afterMs, 40000 + 4 * 4 * (5000 - 1000 + 125))
  }

  test("data are stored as bytes although memory has room for objects") {
    def app(storageBytes: Long, properties: (String, String)*): SampleApplication =
      onDisk(new SampleApplication(2, properties: _*).storage(storageBytes), 1000)
    val found = findingOf(StorageLevelRule, app(4000000000L))
    assertEquals(
      found.summary,
      "RDD 3 (points) is stored as DISK_ONLY: each of its 32 reads deserializes its objects, although storage memory " +
        "has room for them."
    )
    assertNear(found.prediction.beforeMs, 32000)
    // 50 MB at 100 MB/s less for each read, and the same for each write.
    assertNear(found.prediction.afterMs, 16000 - 4 * 500 + 4 * 4 * 500)
    assertEquals(found.fix, "persist(StorageLevel.MEMORY_AND_DISK)")
    assertNone(StorageLevelRule, app(1000000000L))
    assertNone(StorageLevelRule, app(4000000000L, "spark.plugins" -> "okibi.spark.OkibiPlugin"))
  }

  test("small records take longer to deserialize than their bytes") {
    val app = new SampleApplication(2)
      .storage(4000000000L)
      .measuring(computing(_).reading(50000000, records = 1000000))
    val found = findingOf(StorageLevelRule, onDisk(app, 2000))
    assertNear(found.prediction.afterMs, 16000 - 4 * 900 + 4 * 4 * (2000 - 900))
  }

  test("garbage and waits of tasks end with the evictions that cause them; waits for Python do not") {
    def afterMs(name: String): Long = {
      val rdd = points(memoryAndDisk).copy(name = name)
      val stored = (0 until 8).map { p =>
        (10000L, Seq(block(p, memoryAndDisk), block(p, memoryAndDisk.copy(memory = false))))
      }
      val app = new SampleApplication(2)
        .cached(rdd)(stored: _*)
        .measuring(ms => computing(ms * 5 / 10).running(ms).collecting(ms * 2 / 10))
      findingOf(CacheThrashRule, readFourTimes(app, rdd, _ => 5000L)).prediction.afterMs
    }
    assertNear(afterMs("points"), 40000 - 4 * 875 + 4 * 4 * (2500 - 1000 + 125))
    assertNear(afterMs("PythonRDD"), 40000 - 4 * 875 + 4 * 4 * (4000 - 1000 + 125))
  }

  test("the machine profile has the speed of serializers, where there is a profile") {
    def gainMs(mbPerSecond: Option[Double]): Long = {
      val profile = mbPerSecond.map { speed =>
        val serializers = Seq(SerializerSpeed("java", "strings", speed, speed))
        MachineProfile("", quick = true, 2, 0, "", MemorySpeed(Nil, 0, 0), Nil, Nil, serializers, Nil)
      }
      val facts = evicted(new SampleApplication(2)).facts.copy(machine = profile)
      CacheThrashRule.find(facts).head.prediction.gainMs
    }
    assertNear(gainMs(None), (16 + 4) * (1000 - 125)) // Two cores read four times and write once.
    assertNear(gainMs(Some(50)), (16 + 4) * (2000 - 125))
  }

  private val source = SampleApplication.rdd(1, "lines", 8)

  /** Three jobs of a stage each. */
  private def threeJobs(rdds: Int => Seq[Rdd], tasks: Int = 8): SampleApplication =
    (1 to 3).foldLeft(new SampleApplication(2)) { (app, job) =>
      app.stage(Seq.fill(tasks)(1000L))(rdds = rdds(job))
    }

  test("one job after the other computes the same RDDs") {
    val found = findingOf(RecomputedRule, threeJobs(_ => Seq(source)))
    assertEquals(
      found.summary,
      "RDD 1 (lines) was computed 3 times, because nothing of it was persisted; all but the first time took 8.0 s."
    )
    assertNear(found.prediction.afterMs, 4000)
    assertNone(RecomputedRule, threeJobs(_ => Seq(points(memoryOnly))))
    assertNone(RecomputedRule, new SampleApplication(2).stage(Seq.fill(8)(1000L))(rdds = Seq(source)))
  }

  test("jobs share an RDD and continue differently; an input alone does not count, nor do partitions computed once") {
    def rdd(id: Int, name: String, parent: Int): Rdd =
      SampleApplication.rdd(id, name, 8).copy(parents = Seq(parent))
    def chain(job: Int): Seq[Rdd] = Seq(source, rdd(2, "parsed", 1), rdd(10 + job, "own", 2))
    val found = findingOf(RecomputedRule, threeJobs(chain))
    assert(found.summary.startsWith("RDD 2 (parsed) was computed 3 times, "), found.summary)
    assertEquals((found.prediction.afterMs, found.confidence), (4000L, Confidence.Low))
    assertNone(RecomputedRule, threeJobs(job => Seq(source, rdd(10 + job, "own", 1))))
    assertNone(RecomputedRule, threeJobs(chain, tasks = 4))
  }
}
