package okibi.core.policy

import okibi.core.block.BlockKey

class ReadCounterSuite extends munit.FunSuite {
  private val block = BlockKey(1, 0)
  private val other = BlockKey(2, 0)

  test("a count rises with each read, up to its limit") {
    val reads = new FadingReadCounter
    assertEquals(reads.of(block), 0.0)
    (1 to 100).foreach(_ => reads.read(block))
    assertEquals(reads.of(block), FadingReadCounter.Most)
  }

  test("a count halves while others are read") {
    val reads = new FadingReadCounter
    reads.read(block)
    (1 to FadingReadCounter.ShortestHalfLife.toInt).foreach(_ => reads.read(other))
    assertEqualsDouble(reads.of(block), 0.5, 1e-9)
  }

  test("what was forgotten counts nothing, and the rest as before") {
    val reads = new FadingReadCounter
    reads.read(other)
    reads.read(block)
    reads.forget(2)
    assertEquals(reads.of(other), 0.0)
    assertEquals(reads.of(block), 1.0)
    assertEquals(reads.trackedWith(new Residents(byRead = true)), 1)
  }

  test("of more partitions than can be remembered, those read first are forgotten") {
    val counts = new TotalReadCounter
    (0 to BoundedBlockMap.Most).foreach(partition => counts.read(BlockKey(1, partition)))
    assertEquals(counts.of(BlockKey(1, 0)), 0.0)
    assertEquals(counts.of(BlockKey(1, 1)), 1.0)
    assertEquals(counts.trackedWith(new Residents(byRead = true)), BoundedBlockMap.Most)
  }
}
