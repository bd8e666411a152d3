package okibi.explain.report

import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import com.github.luben.zstd.ZstdInputStream
import munit.FunSuite
import okibi.explain.diagnosis.Explanation
import okibi.core.metric.CacheMetrics
import okibi.explain.facts.{Doubt, TimePart}

/** A log of Spark with repeated events has the figures of the log itself, marked as uncertain. */
class RepeatedLogsSuite extends FunSuite {
  private val log = Paths.get(
    System.getProperty("okibi.root"),
    "explain",
    "reports",
    "src",
    "test",
    "resources",
    "logs",
    "spark-4.1.zstd"
  )

  private lazy val lines: Seq[String] = {
    val in = new BufferedReader(new InputStreamReader(new ZstdInputStream(Files.newInputStream(log)), UTF_8))
    try in.lines().toArray.toSeq.map(_.toString)
    finally in.close()
  }

  private lazy val once = Explanation.of(log.toString)

  private def explained(some: Seq[String], beside: String*): Explanation = {
    def file(content: Seq[String]): Path =
      Files.write(Files.createTempFile("okibi repeated ", ""), content.mkString("", "\n", "\n").getBytes(UTF_8))
    val (log, observed) = (file(some), file(beside))
    try Explanation.of(log.toString, observed = if (beside.isEmpty) None else Some(observed.toString))
    finally Seq(log, observed).foreach(Files.delete(_))
  }

  private def figures(explanation: Explanation) = {
    val facts = explanation.facts
    val stages = facts.stages.map { stage =>
      val parts = TimePart.all.map(stage.parts.ms)
      (stage.id, stage.tasks, stage.workMs, facts.busy(stage), parts, stage.totals)
    }
    val caches = facts.storage.caches.map(cache => (cache.rdd, cache.stored, cache.evictions, cache.use))
    val findings = explanation.findings.map(finding => (finding.rule.code, finding.prediction))
    (stages, caches, facts.elapsedMs, facts.cores, findings)
  }

  private def isEnd(line: String): Boolean = line.startsWith("""{"Event":"SparkListenerTaskEnd"""")

  Seq[(String, Seq[String] => Seq[String])](
    "pasted twice" -> (all => all ++ all),
    "with each line twice" -> (_.flatMap(line => Seq(line, line))),
    "with the ends of tasks twice" -> (_.flatMap(line => if (isEnd(line)) Seq(line, line) else Seq(line))),
    "with the ends of tasks once more at its end" -> (all => all ++ all.filter(isEnd))
  ).foreach { case (name, change) =>
    test(s"a log $name has the figures of the log itself, with a caution, and uncertain figures are marked") {
      val twice = explained(change(lines))
      assertEquals(figures(twice), figures(once))
      assert(
        twice.cautions.head
          .contains("events are in the log more than once. Each event is counted once; figures of stage"),
        twice.cautions
      )
      assertEquals(twice.cautions.tail, once.cautions)
      assert(
        twice.findings.nonEmpty && twice.findings.forall(finding =>
          finding.doubts == Seq(Doubt.Repeated) && finding.confidence.name == "low"
        ),
        twice.findings
      )
      val text = TextReport(twice)
      assert(text.contains("\n* uncertain: see the cautions\n"), text)
      assert(
        text.startsWith(
          s"Verdict   ${once.findings.head.rule.code}: Uncertain, because events are in the log more than once: "
        ),
        text
      )
      val json = ujson.read(JsonReport(twice))
      assert(
        json("stages").arr
          .filter(_("tasks").num > 0)
          .forall(_("uncertain").arr.map(_.str) == Seq(Doubt.Repeated.reason)),
        json
      )
      assert(json("findings").arr.forall(_("uncertain").arr.nonEmpty), json)
      assert(HtmlReport(twice).contains("uncertain: see the cautions"))
    }
  }

  test("events that Okibi wrote beside a log that is pasted twice are counted") {
    val counters =
      s"""{"Event":"okibi.spark.observe.OkibiCounters","time":${once.facts.startedMs + 1000},""" +
        s""""counters":{"${CacheMetrics.memoryHits.name}":14}}"""
    assertEquals(
      explained(lines ++ lines, counters).facts.observed.counters.map(_.totals),
      Seq(Map(CacheMetrics.memoryHits.name -> 14L))
    )
  }

  test("a log without repeated events has no mark") {
    assert(!TextReport(once).contains("*"), TextReport(once))
    assert(explained(lines).findings.forall(_.doubts.isEmpty))
  }
}
