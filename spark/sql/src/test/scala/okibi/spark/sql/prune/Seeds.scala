package okibi.spark.sql.prune

import scala.util.Random

/** Where random tests begin: `-Dokibi.seed` repeats a run, `-Dokibi.cases=4` draws four times as many cases. */
object Seeds {
  val seed: Long = Option(System.getProperty("okibi.seed")).fold(System.nanoTime())(_.toLong)

  def cases(usual: Int): Int =
    Option(System.getProperty("okibi.cases")).fold(usual)(share => (usual * share.toDouble).ceil.toInt)

  /** Prints what repeats the run. */
  def random(suite: String): Random = {
    println(s"$suite: -Dokibi.seed=$seed")
    new Random(seed)
  }
}
