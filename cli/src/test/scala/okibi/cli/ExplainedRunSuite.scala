package okibi.cli

import java.nio.file.{Files, Path, Paths}

import okibi.cli.fixture.ExplainedLogs
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, TimePart}
import okibi.spark.observe.LogBudget
import okibi.spark.ui.FactsListener

import munit.FunSuite

/** What `okibi explain` finds in the log of an application is what the application did. */
class ExplainedRunSuite extends FunSuite with ExplainedLogs {
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
    val own = bytes.filter(_.contains("\"Event\":\"okibi.spark.observe."))
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
}

/** Spark creates it by its class name; the companion keeps the last one. */
class LiveListener extends FactsListener(PartialFunction.empty) {
  LiveListener.last = this
}

object LiveListener {
  @volatile var last: LiveListener = _
}
