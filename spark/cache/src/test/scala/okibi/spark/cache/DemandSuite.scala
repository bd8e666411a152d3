package okibi.spark.cache

import java.util.concurrent.atomic.AtomicLong

import scala.concurrent.duration._

import org.apache.spark.memory.MemoryMode

class DemandSuite extends munit.FunSuite {
  // A busy machine is slow, not wrong.
  override val munitTimeout: Duration = 5.minutes

  private val capacityBytes = 100000L
  private val blockBytes = 1000L

  private def resident(clean: Boolean = false): Resident =
    new Resident(MemoryMode.ON_HEAP, blockBytes, hasDisk = true, clean)

  /** What may be cleaned, without waiting for a wish: there must be one. */
  private def allowed(demand: Demand): Long = demand.await(60000, capacityBytes)

  /** The cleaner writes a block. */
  private def cleaned(demand: Demand): Resident = {
    val block = resident()
    block.clean = true
    demand.cleaned(block)
    block
  }

  test("without a wish for memory nothing is cleaned") {
    assertEquals(new Demand().await(1, capacityBytes), 0L)
  }

  test("twice the bytes that are wanted back may be cleaned, less those that are clean") {
    val demand = new Demand
    demand.wanted(5000)
    assertEquals(allowed(demand), 10000L)
    cleaned(demand)
    demand.wanted(100)
    assertEquals(allowed(demand), 9000L)
  }

  test("no more than a quarter of memory may be cleaned") {
    val demand = new Demand
    demand.wanted(capacityBytes)
    assertEquals(allowed(demand), capacityBytes / 4)
  }

  test("a block that had to be written while memory was waited for allows for two like it") {
    val demand = new Demand
    demand.left(resident(), evicted = true)
    assertEquals(allowed(demand), 2 * blockBytes)
  }

  test("a block that was on disk when it was dropped allows for nothing") {
    val demand = new Demand
    demand.left(resident(clean = true), evicted = true)
    assertEquals(allowed(demand), 0L)
  }

  test("a cleaned block that is dropped has paid: the budget grows") {
    val demand = new Demand
    demand.wanted(5000)
    val block = cleaned(demand)
    demand.left(block, evicted = true)
    assertEquals(allowed(demand), 10000L + blockBytes)
  }

  test("a cleaned block that goes without being dropped was written in vain: the budget is halved") {
    val demand = new Demand
    demand.wanted(5000)
    val block = cleaned(demand)
    demand.left(block, evicted = false)
    assertEquals(allowed(demand), 5000L)
  }

  test("a block that left memory while the cleaner wrote it counts for nothing") {
    val demand = new Demand
    demand.wanted(5000)
    val block = resident()
    demand.left(block, evicted = false)
    demand.cleaned(block)
    assertEquals(allowed(demand), 10000L)
    assert(!block.cleaned)
  }

  test("a wish wakes the cleaner") {
    val demand = new Demand
    val got = new AtomicLong(-1)
    val cleaner = new Thread(() => got.set(allowed(demand)))
    cleaner.start()
    while (cleaner.getState != Thread.State.TIMED_WAITING) Thread.`yield`()
    demand.wanted(10)
    cleaner.join()
    assertEquals(got.get, 20L)
  }
}
