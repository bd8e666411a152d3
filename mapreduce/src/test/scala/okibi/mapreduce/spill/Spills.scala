package okibi.mapreduce.spill

/** Spills of which there are only figures. */
object Spills {
  def of(bytes: Long, leastBlockBytes: Int): Spill = {
    val segments = new SegmentSizes
    segments.add(bytes, bytes)
    new Spill(null, segments, 1, leastBlockBytes)
  }
}
