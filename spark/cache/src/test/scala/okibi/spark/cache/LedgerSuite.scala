package okibi.spark.cache

import okibi.core.block.{Access, BlockKey, Tier}
import okibi.core.cost.CostBook
import okibi.core.metric.{CacheMetrics, Counters}
import okibi.core.policy.{Policies, PolicySpec}
import okibi.core.reuse.{ReusePlan, ReuseView, RddReuse}

import org.apache.spark.memory.MemoryMode

class LedgerSuite extends munit.FunSuite {
  private val partitions = 100
  private val blockBytes = 1000L

  private def one(partition: Int): BlockKey = BlockKey(1, partition)
  private def other(partition: Int): BlockKey = BlockKey(2, partition)

  /** A ledger of two RDDs that are read in turn and are both in memory. */
  private def filled(spec: PolicySpec): Ledger = {
    val ledger = new Ledger(spec, new ReuseView, new CostBook, new Counters(CacheMetrics.all), _ => ())
    for (partition <- 0 until partitions; key <- Seq(one(partition), other(partition))) {
      ledger.record(Access(key, Tier.Computed, stage = 1))
      ledger.entered(key, new Resident(MemoryMode.ON_HEAP, blockBytes, true, false))
    }
    ledger
  }

  private def order(ledger: Ledger, bytes: Long): Seq[BlockKey] = ledger.order(bytes, MemoryMode.ON_HEAP, _ => true)

  private def plan(version: Long, worthless: Int): ReusePlan = ReusePlan(
    version,
    stage = 1,
    Array(1, 2).map { rdd =>
      RddReuse(rdd, Array.empty, later = if (rdd == worthless) 0.0 else 5.0, distance = 1.0, Array.empty)
    }
  )

  Policies.all.foreach { spec =>
    test(s"${spec.name}: the order holds as many residents as are wanted, and all residents if all are wanted") {
      val ledger = filled(spec)
      assertEquals(order(ledger, 5 * blockBytes).size, 5)
      val gone = order(ledger, 30 * blockBytes).take(20)
      gone.foreach(ledger.left)
      val back = gone.take(10)
      back.foreach(ledger.entered(_, new Resident(MemoryMode.ON_HEAP, blockBytes, true, false)))
      val all = order(ledger, Long.MaxValue)
      assertEquals(all.size, 2 * partitions - 10)
      assertEquals(all.toSet, ledger.allResidents.map(_._1).toSet)
      assertEquals(ledger.order(Long.MaxValue, MemoryMode.OFF_HEAP, _ => true), Nil)
    }
  }

  test("a new plan changes the order at once") {
    val ledger = filled(Policies.default)
    ledger.reuse.update(plan(version = 1, worthless = 1))
    assertEquals(order(ledger, partitions * blockBytes).toSet, (0 until partitions).map(one).toSet)
    ledger.reuse.update(plan(version = 2, worthless = 2))
    assertEquals(order(ledger, partitions * blockBytes).toSet, (0 until partitions).map(other).toSet)
  }

  test("a block that no plan knows is not expected to be read") {
    val ledger = filled(Policies.default)
    assertEquals(ledger.stagesAhead(one(0)), Double.PositiveInfinity)
    assert(ledger.readsAhead(one(0)).isNaN)
  }
}
