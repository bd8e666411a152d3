package okibi.spark

import okibi.core.advice.LevelAdvice
import okibi.spark.internal.{ApplicationMetrics, LevelSampler}

import org.apache.spark.rdd.RDD

/** What applications may ask of Okibi. Everything works without asking; see [[OkibiPlugin]]. */
object Okibi {

  /** The application's totals so far, by the names of docs/metrics.md, which says for each kind what a total is; executors
    * report each ten seconds and when they end. Empty when the plugin is not active in this JVM.
    */
  def metrics: Map[String, Long] = ApplicationMetrics.totals

  /** Measures a few partitions and says which storage level makes reading the RDD again cheapest, and why. Runs a small
    * job; changes nothing.
    *
    * @param reads how often the RDD will be read after it was computed
    */
  def adviseLevel(rdd: RDD[_], reads: Int = 3): LevelAdvice = LevelSampler.advise(rdd, reads)
}
