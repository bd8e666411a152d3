package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util.zip.{ZipEntry, ZipOutputStream}

import scala.concurrent.duration._

import okibi.bench.runner.RunScope
import okibi.cli.fixture.CommandLine
import okibi.core.kit.Draws
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, TimePart}
import okibi.explain.finding.FindingRules
import okibi.explain.report.RulesPage
import okibi.spark.observe.LogBudget
import okibi.spark.ui.FactsListener

import munit.FunSuite
import org.apache.spark.{SparkConf, SparkContext}

/** `okibi explain` on logs that Spark writes. */
class ExplainSuite extends FunSuite with CommandLine {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("okibi explain "), RunScope.delete)

  private def explain(args: String*): (Int, String, String) = okibi("explain" +: args: _*)

  /** Some even work, and one task that takes longer than all other tasks. */
  private def uneven(sc: SparkContext): Unit = {
    sc.parallelize(0 until 1000, 4).map(i => (i % 7, 1)).reduceByKey(_ + _).count()
    sc.parallelize(0 until 8, 8).foreach(i => if (i == 0) Thread.sleep(5000))
  }

  private def logOf(folder: Path, settings: Seq[(String, String)])(work: SparkContext => Unit): Path = {
    val conf = new SparkConf(false)
      .setMaster("local[2]")
      .setAppName("log \u001b[31m of a test")
      .set("spark.ui.enabled", "false")
      .set("spark.driver.bindAddress", "127.0.0.1")
      .set("spark.eventLog.enabled", "true")
      .set("spark.eventLog.dir", folder.toUri.toString)
      .setAll(settings)
    val sc = new SparkContext(conf)
    try work(sc)
    finally sc.stop()
    val entries = Files.list(folder)
    try entries.findFirst().get()
    finally entries.close()
  }

  private val plain = Seq("spark.eventLog.compress" -> "false", "spark.eventLog.rolling.enabled" -> "false")
  private val rolling = Seq(
    "spark.eventLog.compress" -> "true",
    "spark.eventLog.rolling.enabled" -> "true",
    "spark.eventLog.compression.codec" -> "zstd"
  )

  private val unevenLogs = Map("plain" -> plain, "rolling, compressed" -> rolling).map { case (name, settings) =>
    name -> new Fixture[Path](s"the $name log of an uneven application") {
      private lazy val folder = Files.createTempDirectory("okibi explain ")
      private lazy val log = logOf(folder, settings)(uneven)
      override def apply(): Path = log
      override def afterAll(): Unit = RunScope.delete(folder)
    }
  }

  override def munitFixtures: Seq[Fixture[_]] = unevenLogs.values.toSeq

  unevenLogs.foreach { case (name, log) =>
    test(s"a $name log of Spark has a report: the verdict, the stages, and no character that moves the cursor") {
      val (exitCode, out, err) = explain(log().toString)
      assertEquals((exitCode, err), (0, ""))
      val lines = out.linesIterator.toSeq
      assert(lines.head.startsWith("Verdict   skew: Stage 2 waits for one task of 5."), out)
      assert(lines.exists(_.startsWith("Fix 1     ")), out)
      assert(lines.exists(_.startsWith("log  [31m of a test (local-")), out)
      assert(lines.exists(_.contains("2 foreach at ExplainSuite.scala")), out)
      assert(!out.contains("\u001b") && !out.contains("Caution"), out)
    }
  }

  folder.test("a damaged log gives a report or one line") { folder =>
    val random = Draws.random("ExplainSuite")
    unevenLogs.values.foreach { log =>
      val root = folder.resolve(log().getFileName)
      Files.copy(log(), root)
      if (Files.isDirectory(root))
        log().toFile.listFiles.foreach(file => Files.copy(file.toPath, root.resolve(file.getName)))
      val file =
        if (Files.isDirectory(root))
          root.resolve(Files.list(root).map(_.getFileName.toString).filter(_.startsWith("events_")).findFirst().get())
        else root
      val whole = Files.readAllBytes(file)
      (1 to Draws.cases(60)).foreach { _ =>
        val bytes = whole.take(1 + random.nextInt(whole.length))
        (1 to random.nextInt(20)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt().toByte)
        Files.write(file, bytes)
        val (exitCode, out, err) = explain(root.toString)
        assert(
          exitCode == 0 && err.isEmpty && out.startsWith(
            "Verdict"
          ) || exitCode == 1 && out.isEmpty && err.linesIterator.size == 1,
          s"seed ${Draws.seed}: $exitCode\n$out\n$err"
        )
      }
    }
  }

  folder.test(
    "data that do not fit in memory are a finding, data that fit are none, and the comparison names the change"
  ) { folder =>
    def made(name: String, fraction: String): Path = {
      val room = Seq(
        "spark.testing.memory" -> (600L << 20).toString,
        "spark.memory.fraction" -> fraction,
        "spark.eventLog.logBlockUpdates.enabled" -> "true"
      )
      logOf(Files.createDirectory(folder.resolve(name)), plain ++ room) { sc =>
        val slow = sc.parallelize(0 until 8, 8).map { i => Thread.sleep(300); Array.fill(100000)(i.toDouble) }.cache()
        (1 to 6).foreach(_ => slow.map(_.sum).count())
      }
    }
    val (little, enough) = (made("little", "0.01"), made("enough", "0.5"))
    val (_, thrashing, _) = explain(little.toString)
    assert(
      thrashing.startsWith(
        "Verdict   cache-thrash: RDD 1 (MapPartitionsRDD) does not fit in memory: of the tasks that needed its blocks, "
      ),
      thrashing
    )
    assert(thrashing.contains(" computed them again"), thrashing)
    assert(
      thrashing.contains(
        "Fix 1     spark.plugins=okibi.spark.OkibiPlugin and persist(StorageLevel.MEMORY_AND_DISK) in place of " +
          "MEMORY_ONLY\n"
      ),
      thrashing
    )
    val (_, well, _) = explain(enough.toString)
    assert(!well.contains("does not fit in memory"), well)
    val (exitCode, compared, err) = explain("--compare", little.toString, enough.toString)
    assertEquals((exitCode, err), (0, ""))
    assert(compared.startsWith("Verdict   B takes "), compared)
    assert(compared.contains("Changed   spark.memory.fraction: 0.01 -> 0.5\n"), compared)
    assert(compared.contains("Gone      cache-thrash: RDD 1"), compared)
  }

  folder.test("events that are counted while the application runs have the figures of its log") { folder =>
    val settings = plain ++ Seq(
      "spark.eventLog.logBlockUpdates.enabled" -> "true",
      "spark.extraListeners" -> classOf[LiveListener].getName
    )
    val root = logOf(folder, settings) { sc =>
      val numbers = sc.parallelize(0 until 100000, 8).map(i => (i % 100, i.toString)).persist()
      (1 to 3).foreach(_ => numbers.groupByKey(4).mapValues(_.size).count())
      numbers.unpersist(blocking = true)
      intercept[Exception](
        sc.parallelize(0 until 2, 2).foreach(i => if (i == 1) throw new IllegalStateException("on purpose"))
      )
      uneven(sc)
    }
    val (live, read) = (LiveListener.last.judgement, Explanation.of(root.toString))
    def stages(facts: AppFacts) = facts.stages.map { stage =>
      val parts = TimePart.all.map(stage.parts.ms)
      (stage.id, stage.name, stage.jobs, stage.attempts, stage.elapsedMs, parts, stage.totals)
    }
    def caches(facts: AppFacts) = facts.storage.caches.map { cache =>
      (
        cache.rdd.id,
        cache.stored.partitions,
        cache.stored.bytes,
        cache.stored.heldBytes,
        cache.use.firstTasks,
        cache.use.reads
      )
    }
    def application(facts: AppFacts) =
      (facts.identity.id, facts.settings.get("spark.app.name"), facts.elapsedMs, facts.cores)
    assertEquals(stages(live.facts), stages(read.facts))
    assertEquals(caches(live.facts), caches(read.facts))
    assertEquals(live.facts.storage.caches.map(_.stored.partitions), Seq(8))
    assertEquals(application(live.facts), application(read.facts))
    // Log and listener have the reason in different words.
    def jobs(facts: AppFacts) = facts.jobs.map(job => job.copy(failure = job.failure.map(_ => "failed")))
    assertEquals(jobs(live.facts), jobs(read.facts))
    assertEquals(jobs(live.facts).count(_.failure.isDefined), 1)
    assertEquals(
      (live.findings ++ live.notes).map(found => (found.rule.code, found.summary, found.prediction)),
      (read.findings ++ read.notes).map(found => (found.rule.code, found.summary, found.prediction))
    )
    assertEquals(live.findings.headOption.map(_.rule.code), Some("skew"))
  }

  folder.test(
    "with Okibi on, the log or a file beside it has what the machine did, in no more than its share of bytes"
  ) { folder =>
    assume(Files.isReadable(Paths.get("/proc/stat")), "only Linux has it")
    val beside = folder.resolve("beside")
    val root = logOf(
      Files.createDirectory(folder.resolve("logs")),
      plain ++ Seq("spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.okibi.observe.dir" -> beside.toString)
    ) { sc =>
      val cached = sc.parallelize(0 until 2, 2).persist()
      (1 to 8).foreach(_ => cached.foreach(_ => Thread.sleep(1000)))
    }
    val (_, out, _) = explain(root.toString, "--json")
    assertEquals(ujson.read(out)("counters").arr.last("memoryHits").num, 14.0, out)
    assert(
      explain(root.toString)._2.contains("Okibi: cached partitions were read 14 times from memory"),
      "the text says so"
    )
    val nodes = ujson.read(out)("nodes").arr
    assertEquals(nodes.size, 1, out)
    val intervals = nodes.head("intervals").arr
    assert(intervals.map(_("seconds").num).sum > 6 && intervals.forall(_("user").num <= 100), out)
    assert(nodes.head("directories").arr.nonEmpty, out)
    val bytes = Files.readAllLines(root).toArray(Array.empty[String])
    val own = bytes.filter(_.contains("okibi.spark.observe."))
    // A file beside a log without these events has the same.
    val without = Files.write(
      folder.resolve("without"),
      bytes.filterNot(_.contains("OkibiNodeSeries")).mkString("\n").getBytes("UTF-8")
    )
    val observed = Files.list(beside).filter(_.getFileName.toString.endsWith(".okibi")).findFirst().get()
    assertEquals(ujson.read(explain(without.toString, "--json")._2)("nodes").arr.size, 0)
    assertEquals(
      ujson.read(explain(without.toString, "--json", "--observed", observed.toString)._2)("nodes"),
      ujson.read(out)("nodes")
    )
    assertEquals(
      ujson.read(explain(root.toString, "--json", "--observed", observed.toString)._2)("nodes"),
      ujson.read(out)("nodes"),
      "no event is counted twice"
    )
    assert(
      own.map(_.length + 1).sum <= math.max(LogBudget.leastBytes.toDouble, 0.02 * bytes.map(_.length + 1).sum),
      s"${own.map(_.length).sum} of ${bytes.map(_.length).sum}"
    )
  }

  folder.test("a log in a zip of a History Server has the report of the log itself; a zip without a log is refused") {
    folder =>
      val log = Paths.get(System.getProperty("okibi.root"), "explain/reports/src/test/resources/logs/spark-4.1.zstd")
      def zip(name: String, entry: String, file: Path): Path = {
        val out = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))
        out.putNextEntry(new ZipEntry(entry))
        Files.copy(file, out)
        out.close()
        folder.resolve(name)
      }
      val zipped = zip("eventLogs-local-1.zip", "local-1.zstd", log)
      assertEquals(explain(zipped.toString), explain(log.toString))
      val none = zip("none.zip", "readme.txt", Files.writeString(folder.resolve("readme.txt"), "Dear all"))
      assertEquals(
        explain(none.toString),
        (
          1,
          "",
          s"okibi explain: $none: the zip has no event log. Give an event log, or a zip of one as the History Server " +
            "makes it.\n"
        )
      )
  }

  test("--compare takes two logs and no page") {
    Seq(Seq("--compare", "/a"), Seq("/a", "/b"), Seq("--compare", "/a", "/b", "--html", "x.html")).foreach { args =>
      val (exitCode, out, err) = explain(args: _*)
      assertEquals((exitCode, out, err.linesIterator.size), (2, "", 1), s"$args: $err")
    }
  }

  test("a missing log is one line and exit code 1, a missing argument is exit code 2") {
    assertEquals(
      explain("/no/such"),
      (1, "", "okibi explain: /no/such: no such file or folder, or it cannot be read.\n")
    )
    assertEquals(explain()._1, 2)
  }

  test("--findings prints the page of the rules") {
    assertEquals(explain("--findings"), (0, RulesPage(FindingRules.all), ""))
  }
}

/** Spark creates it by its class name; the companion keeps the last one. */
class LiveListener extends FactsListener(PartialFunction.empty) {
  LiveListener.last = this
}

object LiveListener {
  @volatile var last: LiveListener = _
}
