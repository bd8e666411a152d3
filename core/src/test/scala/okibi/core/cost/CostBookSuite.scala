package okibi.core.cost

import okibi.core.Threads
import okibi.core.block.BlockKey
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll

final class CostBookSuite extends munit.ScalaCheckSuite {
  private def block(partition: Int): BlockKey = BlockKey(7, partition)

  test("without measurements there is no size, and costs have positive defaults") {
    val book = new CostBook
    assertEquals(book.memoryBytes(block(0)), None)
    assertEquals(book.knownMemoryBytes(block(0)), None)
    assertEquals(book.computeNs(block(0)), CostDefaults.blockBytes * CostDefaults.computeNsPerByte)
    assert(book.reloadNs(block(0), onDiskLevel = true) > 0)
    assertEquals(book.reloadNs(block(0), onDiskLevel = false), book.computeNs(block(0)))
  }

  test("a size is the measured one, else the mean of the siblings") {
    val book = new CostBook
    book.sized(block(0), 100)
    book.sized(block(2), 300)
    assertEquals(book.memoryBytes(block(0)), Some(100L))
    assertEquals(book.memoryBytes(block(1)), Some(200L))
    assertEquals(book.memoryBytes(block(1000)), Some(200L))
    assertEquals(book.knownMemoryBytes(block(1)), None)
    book.sized(block(0), 500)
    assertEquals(book.memoryBytes(block(1)), Some(400L))
  }

  test("a size in memory is derived from the block's size on disk when siblings have both sizes") {
    val book = new CostBook
    book.sized(block(0), 1000)
    book.storedOnDisk(block(0), 250)
    book.storedOnDisk(block(1), 750)
    // The means are 1000 in memory and 500 on disk.
    assertEquals(book.memoryBytes(block(1)), Some(1500L))
  }

  test("rates are the sum of times over the sum of bytes, and follow changes") {
    val book = new CostBook
    book.sized(block(0), 1000)
    book.storedOnDisk(block(0), 1000)
    book.computedInMemory(block(0), 1000, 5000)
    assertEquals(book.computeNs(block(0)), 5000.0)
    for (_ <- 1 to 100) book.computedInMemory(block(0), 1000, 20000)
    assert(math.abs(book.computeNs(block(0)) - 20000) < 1)
    book.read(7, 1000, 2000, 1000)
    assertEquals(book.reloadNs(block(0), onDiskLevel = true), 3000.0)
    assertEquals(book.reloadNs(block(0), onDiskLevel = false), book.computeNs(block(0)))
  }

  test("a block that was computed straight to disk counts with its size in memory") {
    val book = new CostBook
    book.sized(block(0), 1000)
    book.storedOnDisk(block(0), 500)
    book.computedToDisk(block(1), 500, 4000)
    assertEquals(book.computeNs(block(0)), 4000.0)
  }

  test("a forgotten RDD has no measurements, and other RDDs keep theirs") {
    val book = new CostBook
    val other = BlockKey(3, 0)
    Seq(block(0), other).foreach { cached =>
      book.sized(cached, 1000)
      book.computedInMemory(cached, 1000, 7000)
    }
    book.forget(7)
    assertEquals((book.memoryBytes(block(0)), book.memoryBytes(other)), (None, Some(1000L)))
    assertEquals(book.computeNs(block(0)), CostDefaults.blockBytes * CostDefaults.computeNsPerByte)
    assertEquals(book.computeNs(other), 7000.0)
  }

  property("every answer is positive and finite after any measurements") {
    val bytes = Gen.frequency(1 -> Gen.const(0L), 9 -> Gen.choose(0L, Long.MaxValue / 1000000))
    val ns = Gen.frequency(1 -> Gen.const(-5L), 9 -> Gen.choose(0L, 1L << 50))
    forAll(Gen.listOf(Gen.zip(Gen.choose(0, 5), Gen.choose(0, 20), bytes, ns))) { events =>
      val book = new CostBook
      events.foreach {
        case (0, p, size, time) => book.computedInMemory(block(p), size, time)
        case (1, p, size, time) => book.computedToDisk(block(p), size, time)
        case (2, _, size, time) => book.read(7, size, time, time)
        case (3, p, size, _) => book.sized(block(p), size)
        case (4, p, size, _) => book.storedOnDisk(block(p), size)
        case (_, p, _, _) => if (p == 0) book.forget(7)
      }
      (0 to 21).forall { p =>
        val costs = Seq(
          book.computeNs(block(p)),
          book.reloadNs(block(p), onDiskLevel = true),
          book.reloadNs(block(p), onDiskLevel = false)
        )
        costs.forall(cost => cost > 0 && !cost.isInfinite) && book.memoryBytes(block(p)).forall(_ >= 0)
      }
    }
  }

  test("four threads that measure at once lose no size") {
    val book = new CostBook
    Threads.run(4)(n => for (p <- n until 8000 by 4) book.sized(block(p), p + 1L))
    assertEquals((0 until 8000).count(p => !book.knownMemoryBytes(block(p)).contains(p + 1L)), 0)
  }
}
