package okibi.mapreduce.spill

/** Spills without files, which have sizes only. */
object SpillFixture {
  def of(bytes: Long, leastBlockBytes: Int): Spill = {
    val segments = new SegmentSizes
    segments.add(bytes, bytes)
    new Spill(null, segments, 1, leastBlockBytes)
  }
}
