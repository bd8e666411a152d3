package okibi.spark.faults

import okibi.spark.store.LocalSpark

import org.apache.spark.SparkException
import org.apache.spark.storage.StorageLevel

/** Caches an RDD that fits, then one that does not fit on the disk, then reads the first again, and prints what
  * happened. Needs a java.io.tmpdir with little space.
  */
object FullDiskJob {
  def main(args: Array[String]): Unit =
    LocalSpark.withContext(storageMb = 8, cores = 2, plugin = true) { context =>
      def rows(count: Int) = context
        .parallelize(0 until 4, 4)
        .flatMap(p => Iterator.tabulate(count)(i => s"$p-$i-${(i * 2654435761L).toHexString}"))
      val kept = rows(1000).persist(StorageLevel.MEMORY_AND_DISK)
      val onDisk = rows(2000).persist(StorageLevel.DISK_ONLY)
      println(s"before=${kept.count()} ${onDisk.count()}")
      val large = rows(2000000).persist(StorageLevel.MEMORY_AND_DISK)
      try println(s"large=${large.count()}")
      catch { case e: SparkException => println(s"failed=${e.getMessage.split('\n').head}") }
      println(s"after=${kept.count()} ${onDisk.count()}")
    }
}
