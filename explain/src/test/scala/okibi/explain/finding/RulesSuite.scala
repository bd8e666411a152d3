package okibi.explain.finding

import munit.FunSuite
import okibi.explain.Made
import okibi.explain.event.Transfer

/** Each rule on an application that it is about, and none on one that is well. */
class RulesSuite extends FunSuite {
  private def of(rule: Rule, made: Made): Finding = {
    val found = Rule.findings(made.facts)
    assertEquals(found.headOption.map(_.rule.code), Some(rule.code), found.map(_.says).mkString("\n"))
    found.head
  }

  /** Within a tenth. */
  private def near(found: Long, expected: Long): Unit = assert(math.abs(found - expected) <= expected / 10, s"$found, not $expected")

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
    assert(found.fix.contains("spark.sql.shuffle.partitions=32 in place of 8"), found.fix)
  }

  test("garbage collection") {
    val found = of(GarbageCollection, new Made(2, "spark.executor.memory" -> "3g").stage(Seq.fill(8)(10000L))(ms => Made.computing(ms).copy(cpuNs = 6000L * 1000000, gcMs = 4000)))
    near(found.outcome.after, 40000L * 63 / 100)
    assertEquals(found.evidence, Seq("spark.executor.memory is 3g"))
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

  test("an application that waits for its driver") {
    val found = of(DriverBound, new Made(2).stage(Seq.fill(8)(1000L))().idle(6000))
    assertEquals(found.stage, None)
    near(found.outcome.after, 4000)
  }

  test("work that was lost with its executor") {
    val found = of(LostWork, new Made(2).stage(Seq.fill(8)(1000L))().failed(4, 1000).lost("Container killed by YARN for exceeding memory limits"))
    near(found.outcome.after, 4000L * 8 / 12)
    assert(found.evidence.head.contains("Container killed"), found.evidence)
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
    Rule.all.flatMap(_.thresholds).foreach(threshold => assert(threshold.why.length > 10, threshold))
  }
}
