package okibi.core.policy

import okibi.core.block.BlockKey

class ReadCounterSuite extends munit.FunSuite {
  private val block = BlockKey(1, 0)
  private val other = BlockKey(2, 0)

  test("a fading count rises with each read, up to its limit") {
    val reads = new FadingReadCounter
    assertEquals(reads.of(block), 0.0)
    (1 to 100).foreach(_ => reads.read(block))
    assertEquals(reads.of(block), FadingReadCounter.Most)
  }

  test("a fading count halves while other blocks are read") {
    val reads = new FadingReadCounter
    reads.read(block)
    (1 to FadingReadCounter.ShortestHalfLifeReads.toInt).foreach(_ => reads.read(other))
    assertEqualsDouble(reads.of(block), 0.5, 1e-9)
  }

  test("a forgotten RDD has no count, and other counts stay") {
    val reads = new FadingReadCounter
    reads.read(other)
    reads.read(block)
    reads.forget(2)
    assertEquals(reads.of(other), 0.0)
    assertEquals(reads.of(block), 1.0)
    assertEquals(reads.trackedWith(new Residents(byRead = true)), 1)
  }

  test("beyond the bound, the counts that were raised first are forgotten") {
    val counts = new TotalReadCounter
    (0 to BoundedBlockMap.Most).foreach(partition => counts.read(BlockKey(1, partition)))
    assertEquals(counts.of(BlockKey(1, 0)), 0.0)
    assertEquals(counts.of(BlockKey(1, 1)), 1.0)
    assertEquals(counts.trackedWith(new Residents(byRead = true)), BoundedBlockMap.Most)
  }
}
