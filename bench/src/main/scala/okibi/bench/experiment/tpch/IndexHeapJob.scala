package okibi.bench.experiment.tpch

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.{FilterJob, LiveHeap, SparkJob}

import okibi.spark._

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Caches an RDD of very many small partitions on disk, with an index or without, and measures the heap in use
  * afterwards: the difference between the variants is the size of the index.
  *
  * Arguments: partitions, keys (of each partition). Whether there is an index is the variant's [[FilterJob.indexKey]].
  */
object IndexHeapJob extends SparkJob("index heap") {

  /** Name of the metric: bytes of the heap in use. */
  val usedHeapBytes = "usedHeapBytes"

  private var heapBytes = 0L

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val partitions = request.int("partitions")
    val keys = request.int("keys")
    val source = sc.parallelize(0 until partitions, partitions).flatMap(p => Iterator.tabulate(keys)(k => key(p, k)))
    val index = request.setting(FilterJob.indexKey).contains("true")
    val (rdd, find): (RDD[Long], Long => Long) =
      if (index) {
        val indexed = source.indexed(StorageLevel.DISK_ONLY)
        (indexed, wanted => indexed.filterEquals(wanted).count())
      } else {
        val plain = source.persist(StorageLevel.DISK_ONLY)
        // Without an index every partition would be read. One partition is enough for the answer.
        (
          plain,
          wanted =>
            plain
              .mapPartitionsWithIndex((p, all) => if (p == partitions / 2) all.filter(_ == wanted) else Iterator.empty)
              .count()
        )
      }
    val count = watch.time("fill")(rdd.count())
    val found = watch.time("find")(find(key(partitions / 2, keys / 2)))
    heapBytes = LiveHeap.bytes()
    ujson.Obj("count" -> count.toDouble, "found" -> found.toDouble)
  }

  override def metrics(sc: SparkContext): Map[String, Double] = Map(usedHeapBytes -> heapBytes.toDouble)

  /** A key that no other partition has. */
  private def key(partition: Int, n: Int): Long = (partition.toLong << 32 | n.toLong) * 0x9e3779b97f4a7c15L
}
