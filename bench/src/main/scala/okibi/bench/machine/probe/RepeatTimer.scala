package okibi.bench.machine.probe

import okibi.bench.runner.Stats

/** Measures how fast work can be repeated in one JVM. */
final class RepeatTimer(seconds: Double) {
  private val warmUpShare = 0.5

  /** Work done in a second: the median of all rounds that fit into the time, after half as much time to warm up. At
    * least one round runs.
    *
    * @param amount of work in a round, in any unit
    * @param before runs before each round and is not timed
    */
  def perSecond(amount: Double, before: => Unit = ())(round: => Unit): Double = {
    rounds(seconds * warmUpShare, before, round)
    amount / Stats.median(rounds(seconds, before, round))
  }

  private def rounds(limit: Double, before: => Unit, round: => Unit): Seq[Double] = {
    val end = System.nanoTime + (limit * 1e9).toLong
    val each = Seq.newBuilder[Double]
    var first = true
    while (first || System.nanoTime < end) {
      first = false
      before
      val start = System.nanoTime
      round
      each += (System.nanoTime - start) / 1e9
    }
    each.result()
  }
}
