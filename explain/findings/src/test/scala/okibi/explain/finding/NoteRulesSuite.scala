package okibi.explain.finding

import okibi.explain.event.{BlockStatus, PersistenceLevel, Rdd, SampleApplication}
import okibi.explain.event.SampleApplication.{diskOnly, memoryOnly}
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._

class NoteRulesSuite extends RuleSuite {
  private val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"

  private def codes(app: SampleApplication): Seq[String] = FindingRules.notes(app.facts).map(_.rule.code)

  /** A stage that stores all blocks of an RDD. */
  private def stored(app: SampleApplication): SampleApplication =
    app.cached(points(memoryOnly))((0 until 8).map(p => (1000L, Seq(block(p, memoryOnly)))): _*)

  test("data were cached and not read again") {
    assertEquals(codes(stored(new SampleApplication(2))), Seq("cached-once", "cpu-bound"))
    def readBy(tasks: Int): SampleApplication =
      stored(new SampleApplication(2)).cached(points(memoryOnly))(Seq.fill(tasks)((10L, Nil)): _*)
    assertEquals(codes(readBy(8)), Seq("cpu-bound"))
    assertEquals(codes(readBy(1)), Seq("cpu-bound"), "a job that needs one partition reads the RDD too")
  }

  test("cores had nothing to do") {
    assertEquals(codes(new SampleApplication(8).stage(Seq(10000L))()), Seq("idle-cores"))
    assertEquals(codes(new SampleApplication(2).stage(Seq(10000L))()), Nil)
  }

  test("disks had nothing to do") {
    def shufflingStage: SampleApplication = new SampleApplication(2, kryo).stage(Seq.fill(8)(10000L))(shuffling)
    val quiet = shufflingStage.machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")((40000, 95, 0, Seq(busy(2000))))
    val Seq(idle) = FindingRules.notes(quiet.facts)
    assertEquals(
      (idle.rule.code, idle.fix),
      ("disks-idle", "one directory in spark.local.dir is enough in place of those on 2 disks")
    )
    val waiting =
      shufflingStage.machine(Seq("/a" -> 0), "sda")((38000, 95, 0, Nil), (2000, 30, 60, Seq(busy(2000))))
    assertEquals(codes(waiting), Nil)
    // Processors with enough other work never wait, however busy the disk is.
    def saturated(busyMs: Int): Seq[String] =
      codes(shufflingStage.machine(Seq("/a" -> 0), "sda")((40000, 98, 0, Seq(busy(busyMs)))))
    assertEquals((saturated(38000), saturated(11000)), (Nil, Seq("disks-idle")))
  }

  test("an RDD that is not used any more holds memory that another RDD needs") {
    val lines = points(memoryOnly).copy(id = 4, name = "lines")
    def block(partition: Int): BlockStatus = BlockStatus(s"rdd_4_$partition", memoryOnly, 100000000, 0)
    def forgotten: SampleApplication = stored(new SampleApplication(2).storage(2000000000L))
      .cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)
    def thenLines(app: SampleApplication): SampleApplication = app
      .cached(lines)((0 until 8).map(p => (1000L, if (p < 4) Seq(block(p)) else Nil)): _*)
      .cached(lines)(Seq.fill(8)((1000L, Nil)): _*)
    assertEquals(codes(thenLines(forgotten)), Seq("unpersist", "cpu-bound"))
    assertEquals(codes(thenLines(forgotten.unpersist(3))), Seq("cpu-bound"))
  }

  test("shuffles go through Java's serializer") {
    def shuffled(properties: (String, String)*): SampleApplication = new SampleApplication(2, properties: _*)
      .stage(Seq.fill(8)(2000L))(computing(_).shuffling(100000000))
      .idle(20000)
    assertEquals(codes(shuffled()), Seq("java-serializer"))
    assertEquals(codes(shuffled(kryo)), Nil)
  }

  test("a partition is near the limit") {
    val app = new SampleApplication(2).stage(Seq.fill(8)(2000L))(computing(_).reading(1200000000)).idle(20000)
    val Seq(found) = FindingRules.notes(app.facts)
    assertEquals((found.rule.code, found.fix), ("large-partition", "at least 40 partitions in place of 8"))
    assertEquals(found.summary, "A task of stage 0 read 1.2 GB.")
  }

  test("the container of an executor could hold what is cached, divided in another way") {
    def cluster(more: (String, String)*): SampleApplication = {
      val settings = Seq("spark.master" -> "yarn", "spark.executor.memory" -> "2g") ++ more
      stored(new SampleApplication(2, settings: _*)).cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)
    }
    def splits(app: SampleApplication): Seq[Finding] =
      FindingRules.notes(app.facts).filter(_.rule.code == "memory-split")
    val Seq(found) = splits(cluster())
    assertEquals(
      found.summary,
      "An executor's container of 2432 MiB has 2048 MiB of heap and 48 MiB for the page cache; tasks need 0 MiB of " +
        "execution memory at once, and cached data have 648 MiB as files of Okibi: a scan of all cached data reads up " +
        "to 648 MiB from the disk, and tasks do not spill."
    )
    assertEquals(
      found.fix,
      "spark.plugins=okibi.spark.OkibiPlugin; in the same container spark.executor.memory=512m and " +
        "spark.executor.memoryOverhead=1920m: scans of cached data read no disk, and tasks do not spill; a smaller " +
        "container of 1536 MiB is enough too: spark.executor.memory=512m and spark.executor.memoryOverhead=1024m"
    )
    assertEquals(splits(cluster("spark.executor.memory" -> "512m", "spark.executor.memoryOverhead" -> "1g")), Nil)
    assertEquals(splits(cluster("spark.master" -> "local[2]")), Nil)
    // What a log says may be no number, or one that no machine has.
    val odd = Seq("-1g", "99999999999g", "x", "")
    odd.foreach(text => assertEquals(splits(cluster("spark.executor.memory" -> text)).size, 1, text))
  }

  test("processors are the limit") {
    assertEquals(codes(new SampleApplication(2).stage(Seq.fill(8)(2000L))()), Seq("cpu-bound"))
    assertEquals(
      codes(new SampleApplication(2).stage(Seq.fill(8)(2000L))(ms => computing(ms).onProcessor(ms / 2))),
      Nil
    )
  }

  test("cached data go through Java's serializer, unless another one or Okibi stores them or they belong to a query") {
    def found(level: PersistenceLevel, app: SampleApplication = new SampleApplication(2)): Seq[Finding] = {
      val stored = (0 until 8).map(p => (4000L, Seq(BlockStatus(s"rdd_3_$p", level, 0, 50000000))))
      val read = app.cached(points(level))(stored: _*).cached(points(level))(Seq.fill(8)((1000L, Nil)): _*)
      JavaCacheRule.find(read.facts)
    }
    val Seq(note) = found(diskOnly)
    assertEquals(
      note.summary,
      "RDD 3 (points) is stored as DISK_ONLY by Java's serializer: 400 MB in 8 partitions, with 8 reads that " +
        "deserialize a block."
    )
    assertEquals(note.evidence, Seq("about 8.0 s of processor time for 800 MB"))
    assertEquals(
      note.fix,
      "spark.serializer=org.apache.spark.serializer.KryoSerializer; or spark.plugins=okibi.spark.OkibiPlugin"
    )
    assertEquals(found(memoryOnly.copy(deserialized = false)).size, 1)
    assertEquals(found(memoryOnly), Nil)
    assertEquals(found(diskOnly, new SampleApplication(2).queries), Nil)
    assertEquals(found(diskOnly, new SampleApplication(2, "spark.plugins" -> "okibi.spark.OkibiPlugin")), Nil)
    assertEquals(found(diskOnly, new SampleApplication(2, kryo)), Nil)
  }

  test("processors sort, whatever the name of the stage") {
    def summary(rdd: Rdd): String = CpuBoundRule
      .find(new SampleApplication(2).named("count at A.scala:4").stage(Seq.fill(8)(2000L))(rdds = Seq(rdd)).facts)
      .head
      .summary
    val shuffled = SampleApplication.rdd(1, "ShuffledRDD", 8)
    assert(
      summary(shuffled.copy(sorts = Rdd.sorts("ShuffledRDD", "sortByKey at A.scala:3"))).contains("sorting included")
    )
    assert(!summary(shuffled.copy(sorts = Rdd.sorts("MapPartitionsRDD", "sortBy at A.scala:3"))).contains("sorting"))
  }
}
