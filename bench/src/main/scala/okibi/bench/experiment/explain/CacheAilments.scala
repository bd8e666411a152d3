package okibi.bench.experiment.explain

import java.nio.file.Path

import okibi.bench.benchmark.StandardVariants
import okibi.explain.finding.{CacheThrashRule, RecomputedRule, StorageLevelRule}

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Applications that cache wrongly, or not at all. */
private[explain] object CacheAilments {
  private val partitions = 16
  private val scans = 6

  /** Vectors that take `units` of work to make, in partitions of `mb` megabytes. */
  private def vectors(sc: SparkContext, units: Int, mb: Int): RDD[Array[Double]] =
    sc.parallelize(0 until partitions, partitions).flatMap { p =>
      val start = Ailment.work(units / partitions, p.toLong).toDouble
      Iterator.tabulate(mb * 100)(i => Array.fill(1250)(start + i)) // 10 kB each.
    }

  private def sums(rdd: RDD[Array[Double]], times: Int): Double = (1 to times).map(_ => rdd.map(_.sum).sum()).sum

  object Recomputing extends Ailment("made-again", CacheThrashRule, heap = "600m", cure = StandardVariants.pluginConf) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double =
      sums(vectors(sc, units, 15).persist(if (cured) StorageLevel.MEMORY_AND_DISK else StorageLevel.MEMORY_ONLY), scans)
  }

  /** Two sets of records that evict each other. */
  object Dropped extends Ailment("dropped", CacheThrashRule, heap = "600m", cure = StandardVariants.pluginConf) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      def records(seed: Int) = sc
        .parallelize(0 until partitions, partitions)
        .flatMap(p => Iterator.tabulate(units / 40)(i => (p, s"record ${seed + i}", i.toDouble)))
        .persist(StorageLevel.MEMORY_AND_DISK)
      val (a, b) = (records(1), records(2))
      (1 to scans).map(_ => a.map(_._3).sum() + b.map(_._2.length).sum()).sum
    }
  }

  object Serialised extends Ailment("serialised", StorageLevelRule, heap = "3g") {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val records = sc
        .parallelize(0 until partitions, partitions)
        .flatMap(p => Iterator.tabulate(units / 50)(i => (p, s"record $i", i.toDouble)))
        .persist(if (cured) StorageLevel.MEMORY_AND_DISK else StorageLevel.DISK_ONLY)
      (1 to scans).map(_ => records.map(_._3).sum()).sum
    }
  }

  object NeverCached extends Ailment("never-cached", RecomputedRule) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      val rdd = vectors(sc, units, 1)
      sums(if (cured) rdd.persist(StorageLevel.MEMORY_AND_DISK) else rdd, 4)
    }
  }

  object ComputedForCheckpoint extends Ailment("checkpoint", RecomputedRule) {
    override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
      sc.setCheckpointDir(folder.resolve("checkpoint").toString)
      val rdd = vectors(sc, 4 * units, 1)
      if (cured) rdd.persist(StorageLevel.MEMORY_AND_DISK)
      rdd.checkpoint()
      rdd.count().toDouble
    }
  }

  val all: Seq[Ailment] = Seq(Recomputing, Dropped, Serialised, NeverCached, ComputedForCheckpoint)
}
