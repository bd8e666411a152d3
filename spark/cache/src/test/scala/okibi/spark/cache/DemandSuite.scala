package okibi.spark.cache

import java.util.concurrent.atomic.AtomicLong

import scala.concurrent.duration._

import okibi.spark.shims.{DiskLimit, DiskQuota}

import org.apache.spark.memory.MemoryMode

class DemandSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val capacityBytes = 100000L
  private val blockBytes = 1000L
  private val fileBytes = 600L

  private def demandWithoutLimit(): Demand = new Demand(new DiskQuota(() => None))

  private def resident(clean: Boolean = false): Resident =
    new Resident(MemoryMode.ON_HEAP, blockBytes, hasDisk = true, clean)

  /** Bytes that may be cleaned. Does not wait, because memory was wanted before. */
  private def allowed(demand: Demand): Long = demand.await(60000, capacityBytes)

  /** The cleaner writes a block. */
  private def cleaned(demand: Demand): Resident = {
    val block = resident()
    block.clean = true
    demand.cleaned(block, fileBytes)
    block
  }

  test("as long as no memory is wanted back, nothing is cleaned") {
    assertEquals(demandWithoutLimit().await(1, capacityBytes), 0L)
  }

  test("twice the bytes that are wanted back may be cleaned, minus the bytes that are clean already") {
    val demand = demandWithoutLimit()
    demand.wanted(5000)
    assertEquals(allowed(demand), 10000L)
    cleaned(demand)
    demand.wanted(100)
    assertEquals(allowed(demand), 9000L)
  }

  test("no more than a quarter of memory may be cleaned") {
    val demand = demandWithoutLimit()
    demand.wanted(capacityBytes)
    assertEquals(allowed(demand), capacityBytes / 4)
  }

  test("a block that had to be written while memory was waited for adds two blocks of its size to the budget") {
    val demand = demandWithoutLimit()
    demand.left(resident(), evicted = true)
    assertEquals(allowed(demand), 2 * blockBytes)
  }

  test("a block that was on disk when it was dropped adds nothing to the budget") {
    val demand = demandWithoutLimit()
    demand.left(resident(clean = true), evicted = true)
    assertEquals(allowed(demand), 0L)
  }

  test("a cleaned block that is dropped was worth writing: the budget grows") {
    val demand = demandWithoutLimit()
    demand.wanted(5000)
    val block = cleaned(demand)
    demand.left(block, evicted = true)
    assertEquals(allowed(demand), 10000L + blockBytes)
  }

  test("a cleaned block that leaves without being dropped was written in vain: the budget is halved") {
    val demand = demandWithoutLimit()
    demand.wanted(5000)
    val block = cleaned(demand)
    demand.left(block, evicted = false)
    assertEquals(allowed(demand), 5000L)
  }

  test("a block that left memory while the cleaner wrote it does not count") {
    val demand = demandWithoutLimit()
    demand.wanted(5000)
    val block = resident()
    demand.left(block, evicted = false)
    demand.cleaned(block, fileBytes)
    assertEquals(allowed(demand), 10000L)
    assert(!block.cleaned)
  }

  test("files of cleaned blocks count as long as the blocks are in memory and the executor runs") {
    val quota = new DiskQuota(() => Some(new DiskLimit(blockBytes + fileBytes)))
    val demand = new Demand(quota)
    val dropped = cleaned(demand)
    assertEquals(quota.heldBytes, fileBytes)
    assert(demand.mayClean(resident()))
    val unpersisted = cleaned(demand)
    assertEquals(quota.heldBytes, 2 * fileBytes)
    assert(!demand.mayClean(resident()), "one more block would pass the limit")
    demand.left(dropped, evicted = true)
    assertEquals(quota.heldBytes, fileBytes)
    demand.left(unpersisted, evicted = false)
    assertEquals(quota.heldBytes, 0L)
    val late = cleaned(demand)
    demand.close()
    assertEquals(quota.heldBytes, 0L)
    demand.left(late, evicted = true)
    assertEquals(quota.heldBytes, 0L)
  }

  test("memory that is wanted back wakes the cleaner") {
    val demand = demandWithoutLimit()
    val got = new AtomicLong(-1)
    val cleaner = new Thread(() => got.set(allowed(demand)))
    cleaner.start()
    while (cleaner.getState != Thread.State.TIMED_WAITING) Thread.`yield`()
    demand.wanted(10)
    cleaner.join()
    assertEquals(got.get, 20L)
  }
}
