package okibi.mapreduce.spill

/** SpillFixture of which there are only figures. */
object SpillFixture {
  def of(bytes: Long, leastBlockBytes: Int): Spill = {
    val segments = new SegmentSizes
    segments.add(bytes, bytes)
    new Spill(null, segments, 1, leastBlockBytes)
  }
}
