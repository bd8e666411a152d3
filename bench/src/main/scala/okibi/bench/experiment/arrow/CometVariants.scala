package okibi.bench.experiment.arrow

import java.nio.file.Path

import okibi.bench.runner.{PluginJars, Variant}

/** Variants in which Apache DataFusion Comet's native operators run.
  *
  * @param jar   of Comet
  * @param split of the memory of each
  * @param base  the job and the settings that they share with variants of Spark alone
  */
private[arrow] final class CometVariants(jar: Path, split: ArrowScale.Split, base: Variant) {

  /** With Comet's own cache of tables. */
  def alone: Variant = variant(CometVariants.alone, ownCache: _*)

  /** On Okibi's tables. */
  def withOkibi: Variant =
    variant(CometVariants.both, "spark.plugins" -> s"${PluginJars.plugin},${CometVariants.plugin}")

  /** On the tables of Spark's own cache. */
  def onStock: Variant = variant(
    CometVariants.onStock,
    "spark.plugins" -> CometVariants.plugin,
    "spark.comet.convert.inMemoryCache.enabled" -> "true"
  )

  /** Comet's own cache, read by Spark's operators. Without native operators Comet does not choose the cache itself. */
  def readBySpark: Variant = variant(
    CometVariants.readBySpark,
    ownCache ++ Seq(
      "spark.comet.exec.enabled" -> "false",
      "spark.sql.cache.serializer" -> "org.apache.spark.sql.comet.execution.arrow.ArrowCachedBatchSerializer"
    ): _*
  )

  private def ownCache: Seq[(String, String)] =
    Seq("spark.plugins" -> CometVariants.plugin, "spark.comet.exec.inMemoryCache.enabled" -> "true")

  private def variant(name: String, settings: (String, String)*): Variant = base.copy(
    name = name,
    heap = split.heap,
    conf = base.conf ++ Seq(
      "spark.memory.offHeap.enabled" -> "true",
      "spark.memory.offHeap.size" -> split.offHeap,
      "spark.shuffle.manager" -> "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager"
    ) ++ settings,
    jars = Seq(jar)
  )
}

private[arrow] object CometVariants {
  val alone = "comet"
  val both = "okibi and comet"
  val onStock = "comet on stock's cache"
  val readBySpark = "spark on comet's cache"

  private val plugin = "org.apache.spark.CometPlugin"
}
