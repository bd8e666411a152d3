package okibi.bench.benchmark

import okibi.bench.runner.{PluginJar, Variant}
import okibi.core.conf.CacheConf

/** The two sides that every comparison has: Spark as it comes, and Spark with the one line that installs Okibi. */
object Sides {
  val stock = "stock"
  val okibi = "okibi"
  val counted = "stock, counted"

  val pluginConf: Seq[(String, String)] = PluginJar.conf

  /** Spark decides, and Okibi counts what happens. */
  val watchingConf: Seq[(String, String)] = pluginConf :+ (CacheConf.mode.key -> "observe")

  /** Stock and Okibi.
    *
    * @param prefix of the names of both
    * @param conf   settings of both
    */
  def timed(
      job: String,
      args: ujson.Obj,
      heap: String,
      prefix: String = "",
      conf: Seq[(String, String)] = Nil
  ): Seq[Variant] =
    Seq(Variant(prefix + stock, job, args, heap, conf), Variant(prefix + okibi, job, args, heap, pluginConf ++ conf))

  /** Stock decisions with Okibi watching: the counters of stock, which has none of its own. Not timed. */
  def counting(job: String, args: ujson.Obj, heap: String): Variant =
    Variant(counted, job, args, heap, watchingConf, timed = false)
}
