package okibi.bench.experiment.explain

import okibi.explain.finding.Rule

/** An application that is ill, and the same with what `okibi explain` prints as its cure. Its work is the same in both, and so is its answer. Where the rule is a note, nothing
  * is to be gained by the cure.
  *
  * @param rule that is to find it
  * @param heap of its JVM, and `curedHeap` where a larger one is the cure
  * @param cure settings that are the cure, or a part of it
  */
abstract class Ailment(
    name: String,
    val rule: Rule,
    heap: String = "1g",
    val cure: Seq[(String, String)] = Nil,
    conf: Seq[(String, String)] = Nil,
    master: String = "local[2]",
    usesDisks: Boolean = false
) extends Application(name, heap, conf, master, usesDisks) {
  def curedHeap: String = heap
}

object Ailment {

  /** So many microseconds of a processor, about, and nothing else. */
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
