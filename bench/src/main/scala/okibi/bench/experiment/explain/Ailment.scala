package okibi.bench.experiment.explain

import okibi.explain.finding.FindingRule

/** An application with a problem, and the same application with the cure that `okibi explain` prints. Work and answer
  * are the same in both. Where the rule is a note, the cure gains nothing.
  *
  * @param rule that is expected to find the problem
  * @param heap of its JVM; `curedHeap` where a larger heap is the cure
  * @param cure settings that are the cure, or a part of it
  */
abstract class Ailment(
    name: String,
    val rule: FindingRule,
    heap: String = "1g",
    val cure: Seq[(String, String)] = Nil,
    conf: Seq[(String, String)] = Nil,
    master: String = "local[2]",
    usesDisks: Boolean = false
) extends ExplainedApplication(name, heap, conf, master, usesDisks) {
  def curedHeap: String = heap
}

object Ailment {

  /** Uses a processor for about `units` microseconds, and does nothing else. */
  def work(units: Long, seed: Long): Long = {
    var x = seed * 2 + 1
    var left = units * 1000
    while (left > 0) {
      x ^= x << 13
      x ^= x >>> 7
      x ^= x << 17
      left -= 1
    }
    x & 0xffff
  }
}
