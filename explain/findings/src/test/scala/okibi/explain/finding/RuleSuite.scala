package okibi.explain.finding

import munit.FunSuite
import okibi.core.observe.DiskInterval
import okibi.explain.event.SampleApplication
import okibi.explain.facts.SampleFacts._
import okibi.explain.event.{Block, Level, Rdd, TaskMetrics, Transfer}

/** What suites of rules have in common: a rule must find what it is about, before all others. */
abstract class RuleSuite extends FunSuite {
  protected final def of(rule: Rule, made: SampleApplication): Finding = {
    val found = Rule.findings(made.facts)
    assertEquals(found.headOption.map(_.rule.code), Some(rule.code), found.map(_.says).mkString("\n"))
    found.head
  }

  /** Within a tenth. */
  protected final def near(found: Long, expected: Long): Unit =
    assert(math.abs(found - expected) <= expected / 10, s"$found, not $expected")

  protected final def points(level: Level) = Rdd(3, "points", Nil, 8, Some(level), 0, 0, 0)
  protected final val memoryOnly =
    Level(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)
  protected final def block(partition: Int, level: Level) = Block(s"rdd_3_$partition", level, 100000000, 0)

  protected final val shuffling: Long => TaskMetrics = ms =>
    SampleApplication.computing(ms / 4).copy(runMs = ms, shuffleWritten = Transfer(1000000000, 1000))
  protected final def busy(ms: Int) = DiskInterval(ms * 50L, 0, ms)
}
