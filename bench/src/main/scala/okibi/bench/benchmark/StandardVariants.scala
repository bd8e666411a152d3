package okibi.bench.benchmark

import okibi.bench.runner.{PluginJars, Variant, VariantRole}
import okibi.core.conf.CacheConf

/** The two variants of every comparison: stock Spark, and Spark with the setting that installs Okibi. */
object StandardVariants {
  val stock = "stock"
  val okibi = "okibi"
  val counted = "stock, counted"

  val pluginConf: Seq[(String, String)] = PluginJars.conf

  /** Spark decides, and Okibi only counts. */
  val observingConf: Seq[(String, String)] = pluginConf :+ (CacheConf.mode.key -> "observe")

  /** Stock and Okibi.
    *
    * @param prefix of both names
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

  /** Stock decisions while Okibi counts, because stock Spark has no such counters. Not timed. */
  def counting(job: String, args: ujson.Obj, heap: String): Variant =
    Variant(counted, job, args, heap, observingConf, VariantRole.CountedOnce)
}
