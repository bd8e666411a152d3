package okibi.explain.facts

/** How often something happened, by when. Spans of time begin as a second and become twice as long whenever there would be too many of them. Not thread-safe. */
private[facts] final class OverTime(most: Int = 120) {
  private val counts = new Array[Long](most)
  private var start = -1L
  private var width = 1000L

  def add(timeMs: Long): Unit = {
    if (start < 0) start = timeMs
    while ((timeMs - start) / most >= width) halve()
    counts(math.max(0L, (timeMs - start) / width).toInt) += 1
  }

  /** When a span began and how often it happened in it, without those at the end in which it did not. */
  def counted: Seq[(Long, Long)] =
    counts.toSeq.zipWithIndex.map { case (count, i) => (start + i * width, count) }.reverse.dropWhile(_._2 == 0).reverse

  private def halve(): Unit = {
    for (i <- 0 until most)
      counts(i) = if (2 * i + 1 < most) counts(2 * i) + counts(2 * i + 1) else if (2 * i < most) counts(2 * i) else 0
    width *= 2
  }
}
