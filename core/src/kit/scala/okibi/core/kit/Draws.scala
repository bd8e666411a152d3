package okibi.core.kit

import scala.util.Random

/** What the suites of all modules draw at random. `-Dokibi.seed=N` repeats a run. `-Dokibi.cases=4` draws four times as
  * many cases, `-Dokibi.cases=0.25` a quarter of them.
  */
object Draws {
  val seed: Long = Option(System.getProperty("okibi.seed")).fold(System.nanoTime())(_.toLong)

  private val share: Double = Option(System.getProperty("okibi.cases")).fold(1.0)(_.toDouble)

  def cases(usual: Int): Int = (usual * share).ceil.toInt

  /** All elements, or as many as there are cases, drawn at random and in their order. */
  def some[T](all: Seq[T]): Seq[T] =
    new Random(seed).shuffle(all.indices.toList).take(cases(all.size)).sorted.map(all)

  /** Seeds from 1 on, or the one that repeats a case. Prints how. */
  def seeds(usual: Int): Seq[Long] = {
    val all = Option(System.getProperty("okibi.seed")).fold[Seq[Long]](1L to usual.toLong)(seed => Seq(seed.toLong))
    println(s"seeds ${all.head} to ${all.last}; -Dokibi.seed=N runs one")
    all
  }

  /** Prints the option that repeats the run. */
  def random(suite: String): Random = {
    println(s"$suite: -Dokibi.seed=$seed")
    new Random(seed)
  }
}
