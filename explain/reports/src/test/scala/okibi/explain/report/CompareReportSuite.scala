package okibi.explain.report

import munit.FunSuite
import okibi.explain.diagnosis.Explanation
import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.TaskMetrics
import okibi.explain.finding.Rule
import okibi.explain.facts.AppFacts
import okibi.explain.log.Reading
import okibi.explain.compare.{Comparison, SettingPair}
import okibi.explain.redact.Secrets
import okibi.explain.compare.{Comparison, SettingPair}

class CompareReportSuite extends FunSuite {
  private def explained(facts: AppFacts) = Explanation(
    facts,
    Rule.findings(facts),
    Rule.notes(facts),
    Reading(1, 0, Nil, isCompacted = false, Nil, isOpen = false)
  )

  private def compared(first: SampleApplication, second: SampleApplication) =
    Comparison(explained(first.facts), explained(second.facts))

  /** Waits for a disk all the time but a second of computing. */
  private def waiting(ms: Long): TaskMetrics = SampleApplication.computing(1000).copy(runMs = ms)

  private val slow = new SampleApplication(4, "spark.local.dir" -> "/a", "spark.app.id" -> "x")
    .stage(Seq.fill(8)(1000L))()
    .stage(Seq.fill(8)(20000L))(waiting)
  private val fast = new SampleApplication(4, "spark.local.dir" -> "/a,/b", "spark.app.id" -> "y")
    .stage(Seq.fill(8)(1000L))()
    .stage(Seq.fill(8)(4000L))(waiting)

  test("the verdict says how much, where and in which part of the tasks' time") {
    val comparison = compared(slow, fast)
    assertEquals(
      CompareReport.verdict(comparison),
      "B takes 10.0 s, A 42.0 s, 0.24 of it; most of that in 'stage 1', its tasks 152.0 -> 24.0 s of unexplained waiting: disks, locks, Python."
    )
    assertEquals(comparison.settings, Seq(SettingPair("spark.local.dir", Some("/a"), Some("/a,/b"))))
    assertEquals(comparison.groups.map(_.name), Seq("stage 1", "stage 0"))
  }

  test("runs that differ by little are said to be the same") {
    val comparison = compared(
      new SampleApplication(2).stage(Seq.fill(4)(1000L))(),
      new SampleApplication(2).stage(Seq.fill(4)(1020L))()
    )
    assert(CompareReport.verdict(comparison).startsWith("no change: "), CompareReport.verdict(comparison))
  }

  test("a stage that only one has, and a finding that is gone") {
    val skewed = new SampleApplication(4).stage(Seq.fill(16)(1000L) :+ 30000L)().stage(Seq.fill(8)(20000L))()
    val even = new SampleApplication(4).stage(Seq.fill(16)(1500L))()
    val comparison = compared(skewed, even)
    assertEquals(
      CompareReport.verdict(comparison),
      "B takes 6.0 s, A 74.0 s, 0.08 of it; A alone has 'stage 1', 40.0 s."
    )
    assertEquals(comparison.gone.map(_.rule.code), Seq("skew"))
    assertEquals(comparison.added, Nil)
    val text = CompareReport(comparison)
    assert(text.linesIterator.exists(_.startsWith("Gone      skew: stage 0: One task takes 30.0 s")), text)
    val json = ujson.read(CompareJson(comparison))
    assertEquals((json("gone")(0)("code").str, json("stages")(0)("b").isNull), ("skew", true))
  }

  test("another Spark has the same call on another line") {
    def named(version: String, line: Int): AppFacts = {
      val facts = new SampleApplication(2).stage(Seq(1000L))().facts
      facts.copy(
        sparkVersion = version,
        stages = facts.stages.map(its => its.copy(stage = its.stage.map(_.copy(name = s"sum at A.scala:$line"))))
      )
    }
    assertEquals(
      Comparison(explained(named("3.5.8", 12)), explained(named("4.1.0", 15))).groups.map(_.name),
      Seq("sum at A.scala")
    )
    assertEquals(Comparison(explained(named("4.1.0", 12)), explained(named("4.1.0", 15))).groups.size, 2)
  }

  test("secrets differ without being shown, whatever pattern the log has") {
    val exponential = "(x+x+)+y"
    val a = new SampleApplication(
      1,
      "spark.my.password" -> "one",
      "spark.plain" -> "1",
      "spark.s3a.secret.key" -> "a",
      "spark.name" -> "hush-1",
      "spark.redaction.regex" -> s"hush|$exponential"
    )
    val b = new SampleApplication(
      1,
      "spark.my.password" -> "two",
      "spark.plain" -> "2",
      "spark.s3a.secret.key" -> "b",
      "spark.name" -> ("x" * 5000),
      "spark.redaction.regex" -> s"hush|$exponential"
    )
    val pairs = SettingPair.differing(a.facts, b.facts).map(its => its.key -> its)
    assertEquals(pairs.toMap.apply("spark.plain"), SettingPair("spark.plain", Some("1"), Some("2")))
    Seq("spark.my.password", "spark.s3a.secret.key", "spark.name").foreach { key =>
      assertEquals(pairs.toMap.apply(key), SettingPair(key, Some(Secrets.hidden), Some(Secrets.hidden)))
    }
    Seq(
      "spark.hadoop.fs.azure.account.key.ACC.dfs.core.windows.net",
      "spark.executorEnv.OPENAI_API_KEY",
      "spark.yarn.appMasterEnv.AWS_ACCESS_KEY_ID",
      "spark.ssl.keyStorePassword"
    ).foreach { key =>
      assertEquals(
        SettingPair.differing(new SampleApplication(1, key -> "x1").facts, new SampleApplication(1, key -> "x2").facts),
        Seq(SettingPair(key, Some(Secrets.hidden), Some(Secrets.hidden)))
      )
    }
    assertEquals(
      SettingPair
        .differing(new SampleApplication(1, "spark.sql.mapKeyDedupPolicy" -> "a").facts, new SampleApplication(1).facts)
        .flatMap(_.first),
      Seq("a")
    )
    val broken = new SampleApplication(1, "spark.plain" -> "1", "spark.redaction.regex" -> "(")
    assertEquals(
      SettingPair.differing(broken.facts, new SampleApplication(1).facts).map(_.first).distinct,
      Seq(Some(Secrets.hidden))
    )
  }
}
