package okibi.spark

import okibi.core.advice.{LevelAdvice, MemoryAdvice}
import okibi.spark.internal.{ApplicationMetrics, LevelSampler, MemoryAdviser}

import org.apache.spark.rdd.RDD

/** The API for applications. The plugin works without it; see [[OkibiPlugin]]. */
object Okibi {

  /** The application's totals so far, by the names of docs/metrics.md, which defines the total of each kind of metric.
    * Executors report every ten seconds and when they end. Empty if the plugin is not active in this JVM.
    */
  def metrics: Map[String, Long] = ApplicationMetrics.totals

  /** Measures a few partitions and advises the storage level with which reading the RDD again is cheapest, with the
    * reason. Runs a small job and changes nothing.
    *
    * @param reads how often the RDD will be read after it was computed
    * @throws IllegalStateException when the plugin is not active
    */
  def adviseLevel(rdd: RDD[_], reads: Int = 3): LevelAdvice = LevelSampler.advise(rdd, reads)

  /** Advises how to divide the memory of executors between heap and overhead, where the page cache is, and which
    * container would be enough, by what the stages so far needed. Changes nothing. In local mode it is the driver's
    * memory.
    *
    * @throws IllegalStateException when the plugin is not active on this driver, or Spark's pages or the tab are off:
    *                               the advice is made from the facts behind the tab
    */
  def adviseMemory(): MemoryAdvice = MemoryAdviser.advise
}
