package okibi.explain.finding

import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{Block, Level, Rdd, Transfer}

/** What is worth knowing though nothing is predicted of it. */
class NotesSuite extends RuleSuite {
  test("notes: what was cached for nothing, cores and disks that had nothing to do") {
    def codes(made: SampleApplication): Seq[String] = Rule.notes(made.facts).map(_.rule.code)
    val stored = (0 until 8).map(p => (1000L, Seq(block(p, memoryOnly))))
    assertEquals(
      codes(new SampleApplication(2).cached(points(memoryOnly))(stored: _*)),
      Seq("cached-once", "cpu-bound")
    )
    assertEquals(
      codes(
        new SampleApplication(2)
          .cached(points(memoryOnly))(stored: _*)
          .cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)
      ),
      Seq("cpu-bound")
    )
    assertEquals(
      codes(new SampleApplication(2).cached(points(memoryOnly))(stored: _*).cached(points(memoryOnly))((10L, Nil))),
      Seq("cpu-bound"),
      "a job that wants one partition reads it too"
    )
    assertEquals(codes(new SampleApplication(8).stage(Seq(10000L))()), Seq("idle-cores"))
    assertEquals(codes(new SampleApplication(2).stage(Seq(10000L))()), Nil)
    val kryo = "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer"
    val quiet = new SampleApplication(2, kryo)
      .stage(Seq.fill(8)(10000L))(shuffling)
      .machine(Seq("/a" -> 0, "/b" -> 1), "sda", "sdb")((40000, 95, 0, Seq(busy(2000))))
    val Seq(idle) = Rule.notes(quiet.facts)
    assertEquals(
      (idle.rule.code, idle.fix),
      ("disks-idle", "one directory in spark.local.dir is enough in place of those on 2 disks")
    )
    val waiting = new SampleApplication(2, kryo)
      .stage(Seq.fill(8)(10000L))(shuffling)
      .machine(Seq("/a" -> 0), "sda")((38000, 95, 0, Nil), (2000, 30, 60, Seq(busy(2000))))
    assertEquals(codes(waiting), Nil)
    // Processors that have enough to do do not wait, however busy the disk is.
    def saturated(busyMs: Int): Seq[String] = codes(
      new SampleApplication(2, kryo)
        .stage(Seq.fill(8)(10000L))(shuffling)
        .machine(Seq("/a" -> 0), "sda")((40000, 98, 0, Seq(busy(busyMs))))
    )
    assertEquals((saturated(38000), saturated(11000)), (Nil, Seq("disks-idle")))
  }

  test(
    "notes: what holds memory that others want, objects through Java's serializer, partitions near the limit, processors that bind"
  ) {
    def codes(made: SampleApplication): Seq[String] = Rule.notes(made.facts).map(_.rule.code)
    def other(partition: Int): Block = block(partition, memoryOnly).copy(name = s"rdd_4_$partition")
    val lines = points(memoryOnly).copy(id = 4, name = "lines")
    def forgotten: SampleApplication = new SampleApplication(2)
      .storage(2000000000L)
      .cached(points(memoryOnly))((0 until 8).map(p => (1000L, Seq(block(p, memoryOnly)))): _*)
      .cached(points(memoryOnly))(Seq.fill(8)((10L, Nil)): _*)
    def wanting(made: SampleApplication): SampleApplication = made
      .cached(lines)((0 until 8).map(p => (1000L, if (p < 4) Seq(other(p)) else Nil)): _*)
      .cached(lines)(Seq.fill(8)((1000L, Nil)): _*)
    assertEquals(codes(wanting(forgotten)), Seq("unpersist", "cpu-bound"))
    assertEquals(codes(wanting(forgotten.unpersist(3))), Seq("cpu-bound"))

    val objects = (ms: Long) => SampleApplication.computing(ms).copy(shuffleWritten = Transfer(100000000, 1000))
    def shuffled(conf: (String, String)*): SampleApplication =
      new SampleApplication(2, conf: _*).stage(Seq.fill(8)(2000L))(objects).idle(20000)
    assertEquals(codes(shuffled()), Seq("java-serializer"))
    assertEquals(codes(shuffled("spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")), Nil)

    val large = (ms: Long) => SampleApplication.computing(ms).copy(input = Transfer(1200000000, 1000))
    val Seq(piece) = Rule.notes(new SampleApplication(2).stage(Seq.fill(8)(2000L))(large).idle(20000).facts)
    assertEquals((piece.rule.code, piece.fix), ("large-partition", "at least 40 partitions in place of 8"))

    assertEquals(codes(new SampleApplication(2).stage(Seq.fill(8)(2000L))()), Seq("cpu-bound"))
    assertEquals(
      codes(
        new SampleApplication(2).stage(Seq.fill(8)(2000L))(ms =>
          SampleApplication.computing(ms).copy(cpuNs = ms * 500000)
        )
      ),
      Nil
    )
  }

  test(
    "notes: what is cached as bytes of Java's serializer, unless another one or Okibi makes them, or they are a query's"
  ) {
    val disk = Level(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)
    def found(level: Level, conf: (String, String)*)(
        before: SampleApplication => SampleApplication = identity
    ): Seq[Finding] = {
      val made = before(new SampleApplication(2, conf: _*))
        .cached(points(level))((0 until 8).map(p => (4000L, Seq(Block(s"rdd_3_$p", level, 0, 50000000)))): _*)
      JavaCache.find(made.cached(points(level))(Seq.fill(8)((1000L, Nil)): _*).facts)
    }
    val Seq(its) = found(disk)()
    assertEquals(
      its.says,
      "RDD 3 (points) is kept as DISK_ONLY through Java's serializer: 400 MB in 8 partitions, made objects of 8 times."
    )
    assertEquals(
      (its.evidence, its.fix),
      (
        Seq("some 8.0 s of processor time for 800 MB"),
        "spark.serializer=org.apache.spark.serializer.KryoSerializer; or spark.plugins=okibi.spark.OkibiPlugin"
      )
    )
    assertEquals(found(memoryOnly.copy(deserialized = false))().size, 1)
    assertEquals(found(memoryOnly)(), Nil)
    assertEquals(found(disk)(_.queries), Nil)
    assertEquals(found(disk, "spark.plugins" -> "okibi.spark.OkibiPlugin")(), Nil)
    assertEquals(found(disk, "spark.serializer" -> "org.apache.spark.serializer.KryoSerializer")(), Nil)
  }

  test("processors that bind while they sort, whatever the stage is called") {
    def says(made: SampleApplication): String = CpuBound.find(made.facts).head.says
    val shuffled =
      Rdd(1, "ShuffledRDD", Nil, 8, None, 0, 0, 0, sorts = Rdd.sorts("ShuffledRDD", "sortByKey at A.scala:3"))
    assert(
      says(new SampleApplication(2).named("count at A.scala:4").stage(Seq.fill(8)(2000L))(rdds = Seq(shuffled)))
        .contains("sorting among it")
    )
    assert(
      !says(
        new SampleApplication(2)
          .named("count at A.scala:4")
          .stage(Seq.fill(8)(2000L))(rdds =
            Seq(shuffled.copy(sorts = Rdd.sorts("MapPartitionsRDD", "sortBy at A.scala:3")))
          )
      ).contains("sorting")
    )
  }
}
