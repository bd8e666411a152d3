package okibi.core.policy

import java.util.function.ToDoubleFunction

import okibi.core.block.BlockKey

/** Orders blocks on demand: n steps for the first block, log n for each further one. A decision seldom needs more than
  * a few victims, and sorting all resident blocks would be its most expensive part.
  */
private[policy] object Ranking {

  /** The blocks by ascending score, then by ascending `second` score, then in their given order. Scores must not be
    * NaN.
    *
    * @param second null for no second score
    */
  def ascending(
      blocks: Array[BlockKey],
      score: ToDoubleFunction[BlockKey],
      second: ToDoubleFunction[BlockKey]
  ): Iterator[BlockKey] =
    new Heap(blocks, evaluate(blocks, score), if (second == null) null else evaluate(blocks, second))

  private def evaluate(blocks: Array[BlockKey], score: ToDoubleFunction[BlockKey]): Array[Double] = {
    val values = new Array[Double](blocks.length)
    var i = 0
    while (i < blocks.length) {
      values(i) = score.applyAsDouble(blocks(i))
      i += 1
    }
    values
  }

  /** A binary heap of indexes into the arrays. */
  private final class Heap(blocks: Array[BlockKey], first: Array[Double], second: Array[Double])
      extends Iterator[BlockKey] {
    private val heap = Array.range(0, blocks.length)
    private var left = heap.length

    private var start = left / 2 - 1
    while (start >= 0) {
      siftDown(start)
      start -= 1
    }

    override def hasNext: Boolean = left > 0

    override def next(): BlockKey = {
      if (left == 0) throw new NoSuchElementException("Ranking: no block is left. Ask hasNext before next.")
      val top = heap(0)
      left -= 1
      heap(0) = heap(left)
      siftDown(0)
      blocks(top)
    }

    private def before(a: Int, b: Int): Boolean =
      if (first(a) != first(b)) first(a) < first(b)
      else if (second != null && second(a) != second(b)) second(a) < second(b)
      else a < b

    private def siftDown(from: Int): Unit = {
      val moving = heap(from)
      var hole = from
      var child = 2 * hole + 1
      var sinking = child < left
      while (sinking) {
        if (child + 1 < left && before(heap(child + 1), heap(child))) child += 1
        if (before(heap(child), moving)) {
          heap(hole) = heap(child)
          hole = child
          child = 2 * hole + 1
          sinking = child < left
        } else sinking = false
      }
      heap(hole) = moving
    }
  }
}
