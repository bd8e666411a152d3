package okibi.cli

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path, Paths}
import java.util.zip.{ZipEntry, ZipOutputStream}

import scala.concurrent.duration._
import scala.util.Random

import okibi.bench.runner.RunScope
import okibi.explain.Explanation
import okibi.explain.facts.{AppFacts, Part}
import okibi.explain.finding.Rule
import okibi.explain.text.RulesPage
import okibi.spark.observe.LogBudget
import okibi.spark.ui.FactsListener

import munit.FunSuite
import org.apache.spark.{SparkConf, SparkContext}

/** Logs of Spark's own, explained. */
class ExplainSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val folder = FunFixture[Path](_ => Files.createTempDirectory("okibi explain "), RunScope.delete)

  private def explain(args: String*): (Int, String, String) = {
    val (out, err) = (new StringWriter, new StringWriter)
    val exitCode = Main.run("explain" +: args.toArray, new PrintWriter(out, true), new PrintWriter(err, true))
    (exitCode, out.toString, err.toString)
  }

  /** Some even work and one task that takes longer than everything else. */
  private def uneven(sc: SparkContext): Unit = {
    sc.parallelize(0 until 1000, 4).map(i => (i % 7, 1)).reduceByKey(_ + _).count()
    sc.parallelize(0 until 8, 8).foreach(i => if (i == 0) Thread.sleep(5000))
  }

  private def log(folder: Path, settings: (String, String)*): Path = logOf(folder, settings)(uneven)

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

  Seq("plain" -> plain, "rolling, compressed" -> rolling).foreach { case (name, settings) =>
    folder.test(s"a $name log of Spark's: the verdict first, the stages below, and nothing that moves the cursor") {
      folder =>
        val (exitCode, out, err) = explain(log(folder, settings: _*).toString)
        assertEquals((exitCode, err), (0, ""))
        val lines = out.linesIterator.toSeq
        assert(lines.head.startsWith("Verdict   skew: stage 2: One task takes 5."), out)
        assert(lines.exists(_.startsWith("Fix 1     ")), out)
        assert(lines.exists(_.startsWith("log  [31m of a test (local-")), out)
        assert(lines.exists(_.contains("2 foreach at ExplainSuite.scala")), out)
        assert(!out.contains("\u001b") && !out.contains("Caution"), out)
    }
  }

  folder.test("whatever happens to a log, there is a report or one line") { folder =>
    val seed = System.nanoTime
    val random = new Random(seed)
    Seq(plain, rolling).zipWithIndex.foreach { case (settings, i) =>
      val root = log(Files.createDirectory(folder.resolve(i.toString)), settings: _*)
      val file =
        if (Files.isDirectory(root))
          root.resolve(Files.list(root).map(_.getFileName.toString).filter(_.startsWith("events_")).findFirst().get())
        else root
      val whole = Files.readAllBytes(file)
      (1 to 60).foreach { _ =>
        val bytes = whole.take(1 + random.nextInt(whole.length))
        (1 to random.nextInt(20)).foreach(_ => bytes(random.nextInt(bytes.length)) = random.nextInt().toByte)
        Files.write(file, bytes)
        val (exitCode, out, err) = explain(root.toString)
        assert(
          exitCode == 0 && err.isEmpty && out.startsWith(
            "Verdict"
          ) || exitCode == 1 && out.isEmpty && err.linesIterator.size == 1,
          s"seed $seed: $exitCode\n$out\n$err"
        )
      }
    }
  }

  folder.test("data that memory has no room for: the finding, and none when they have room, which is what changed") {
    folder =>
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
          "Verdict   cache-thrash: RDD 1 (MapPartitionsRDD) does not fit memory: of the tasks that wanted its blocks "
        ),
        thrashing
      )
      assert(thrashing.contains("nowhere and made them again"), thrashing)
      assert(
        thrashing.contains(
          "Fix 1     spark.plugins=okibi.spark.OkibiPlugin and persist(StorageLevel.MEMORY_AND_DISK) in place of MEMORY_ONLY\n"
        ),
        thrashing
      )
      val (_, well, _) = explain(enough.toString)
      assert(!well.contains("does not fit memory"), well)
      val (exitCode, compared, err) = explain("--compare", little.toString, enough.toString)
      assertEquals((exitCode, err), (0, ""))
      assert(compared.startsWith("Verdict   B takes "), compared)
      assert(compared.contains("Changed   spark.memory.fraction: 0.01 -> 0.5\n"), compared)
      assert(compared.contains("Gone      cache-thrash: RDD 1"), compared)
  }

  folder.test("events that are counted while they come say what the log says afterwards") { folder =>
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
    val (live, read) = (LiveListener.last.judged, Explanation.of(root.toString))
    def stages(facts: AppFacts) = facts.stages.map(its =>
      (
        its.id,
        its.name,
        its.jobs,
        its.tasks,
        its.failure,
        its.elapsedMs,
        its.wasted,
        Part.all.map(its.parts(_)),
        its.totals
      )
    )
    assertEquals(stages(live.facts), stages(read.facts))
    assertEquals(
      live.facts.caches.map(its => (its.rdd.id, its.stored, its.bytes, its.held, its.making, its.reads)),
      read.facts.caches.map(its => (its.rdd.id, its.stored, its.bytes, its.held, its.making, its.reads))
    )
    assertEquals(live.facts.caches.map(_.stored), Seq(8))
    assertEquals(
      (live.facts.id, live.facts.conf("spark.app.name"), live.facts.elapsedMs, live.facts.cores),
      (read.facts.id, read.facts.conf("spark.app.name"), read.facts.elapsedMs, read.facts.cores)
    )
    def jobs(facts: AppFacts) =
      facts.jobs.map(job => job.copy(failed = job.failure.map(_ => "failed"))) // The reason is in other words.
    assertEquals(jobs(live.facts), jobs(read.facts))
    assertEquals(jobs(live.facts).count(_.failure.isDefined), 1)
    assertEquals(
      (live.findings ++ live.notes).map(its => (its.rule.code, its.says, its.outcome)),
      (read.findings ++ read.notes).map(its => (its.rule.code, its.says, its.outcome))
    )
    assertEquals(live.findings.headOption.map(_.rule.code), Some("skew"))
  }

  folder.test(
    "with Okibi on, the log has what the machine did, each second, and Spark's own reading of it passes that over"
  ) { folder =>
    assume(Files.isReadable(Paths.get("/proc/stat")), "Linux alone has it")
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
    // The same from the file beside a log that lacks it.
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
      "nothing is counted twice"
    )
    assert(
      own.map(_.length + 1).sum <= math.max(LogBudget.leastBytes.toDouble, 0.02 * bytes.map(_.length + 1).sum),
      s"${own.map(_.length).sum} of ${bytes.map(_.length).sum}"
    )
  }

  folder.test(
    "a log in a zip, as a History Server gives it, has the report that it has outside; a zip without one is named"
  ) { folder =>
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
        s"okibi explain: $none: a zip without an event log in it. Give an event log, or a zip of one as the History Server makes it.\n"
      )
    )
  }

  test("two logs are compared, one is not") {
    Seq(Seq("--compare", "/a"), Seq("/a", "/b"), Seq("--compare", "/a", "/b", "--html", "x.html")).foreach { args =>
      val (exitCode, out, err) = explain(args: _*)
      assertEquals((exitCode, out, err.linesIterator.size), (2, "", 1), s"$args: $err")
    }
  }

  test("no log is one line and exit code 1, no argument 2") {
    assertEquals(explain("/no/such"), (1, "", "okibi explain: /no/such: no such file or folder that can be read.\n"))
    assertEquals(explain()._1, 2)
  }

  test("docs/findings.md is what the rules say; refresh it with ./okibi explain --findings > docs/findings.md") {
    assertEquals(Files.readString(Paths.get(System.getProperty("okibi.root"), "docs/findings.md")), RulesPage(Rule.all))
    assertEquals(explain("--findings"), (0, RulesPage(Rule.all), ""))
  }
}

/** What Spark makes of its name; the last one is kept. */
class LiveListener extends FactsListener(PartialFunction.empty) {
  LiveListener.last = this
}

object LiveListener {
  @volatile var last: LiveListener = _
}
