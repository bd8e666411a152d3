package okibi.bench.experiment.demo

import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.SparkJob

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.storage.StorageLevel

/** Four tasks at a time fill a cache that is too large for memory: two RDDs, of which the second evicts the first. The
  * job measures the time that tasks are blocked on the lock of Spark's memory manager.
  *
  * Arguments: vectors (of each RDD), partitions.
  */
object LockWaitJob extends SparkJob("lockwait", threads = 4) {
  private val dimensions = 20

  @volatile private var waits: Map[String, Double] = Map.empty

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val partitions = request.int("partitions")
    val each = (request.long("vectors") / partitions).toInt
    val recorder = new LockWaitRecorder
    val sums = watch.time("fill") {
      val rdds = (1 to 2).map { n =>
        sc.parallelize(0 until partitions, partitions)
          .flatMap(p => Iterator.tabulate(each)(i => Vectors.dense(Array.fill(dimensions)(n * 1.0 + p + i))))
          .persist(StorageLevel.MEMORY_AND_DISK)
      }
      rdds.map(_.map(_(0)).sum())
    }
    waits = recorder.stop(request.localDir)
    ujson.Arr.from(sums.map(ujson.Num(_)))
  }

  override def metrics(sc: SparkContext): Map[String, Double] = waits
}
