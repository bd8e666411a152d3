package okibi.explain.finding

import munit.FunSuite
import okibi.core.observe.DiskInterval
import okibi.explain.event.{BlockStatus, PersistenceLevel, Rdd, SampleApplication, TaskMetrics}
import okibi.explain.event.SampleMetrics._
import okibi.explain.facts.SampleFacts._

/** What suites of rules have in common. */
abstract class RuleSuite extends FunSuite {

  /** The finding of a rule, which must come before all other findings. */
  protected final def findingOf(rule: FindingRule, app: SampleApplication): Finding = {
    val found = FindingRules.findings(app.facts)
    assertEquals(found.headOption.map(_.rule.code), Some(rule.code), found.map(_.summary).mkString("\n"))
    found.head
  }

  protected final def assertNone(rule: FindingRule, app: SampleApplication): Unit =
    assertEquals(FindingRules.findings(app.facts).filter(_.rule == rule).map(_.summary), Nil)

  /** Within a tenth. */
  protected final def assertNear(found: Long, expected: Long): Unit =
    assert(math.abs(found - expected) <= expected / 10, s"$found, not $expected")

  /** An RDD of eight partitions. */
  protected final def points(level: PersistenceLevel): Rdd = SampleApplication.rdd(3, "points", 8, Some(level))

  /** A block of 100 MB of [[points]]. */
  protected final def block(partition: Int, level: PersistenceLevel): BlockStatus =
    BlockStatus(s"rdd_3_$partition", level, 100000000, 0)

  /** A task that waits for three quarters of its time and writes 1 GB of shuffle files. */
  protected final val shuffling: Long => TaskMetrics = ms => computing(ms / 4).running(ms).shuffling(1000000000)

  /** A disk that reads 50 MiB in each busy second. */
  protected final def busy(ms: Int) = DiskInterval(ms * 50L, 0, ms)
}
