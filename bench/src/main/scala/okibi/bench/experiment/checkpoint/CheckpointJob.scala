package okibi.bench.experiment.checkpoint

import java.io.OutputStream

import okibi.bench.cluster.FileSpan
import okibi.bench.protocol.{JobRequest, Stopwatch}
import okibi.bench.workload.SparkJob

import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkContext, SparkEnv}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import org.apache.spark.util.LongAccumulator

/** Checkpoints RDDs of several sizes, with one partition for each writer, and reads them back.
  *
  * Arguments: data (`strings` or `vectors`), megabytes (sizes), writers, seed. The way is the variant's
  * [[CheckpointJob.wayKey]], the folder on HDFS its [[CheckpointJob.folderKey]]. Metrics of each size: `<size>.fileMBs`
  * at the files, `<size>.bytes` of the files. Metrics of all sizes together: `fileBytes`, `fileSeconds`,
  * `computedTimes` (how often each partition was computed), `readSeconds`, and `serializeSeconds`, the time that as
  * many threads take to serialize the same records and drop the bytes.
  */
object CheckpointJob extends SparkJob("checkpoint") {
  val wayKey = "bench.checkpoint.way"
  val folderKey = "bench.checkpoint.folder"

  /** Hadoop's settings for a writer of files. A writer that ends a file before all data nodes have reported its last
    * block sleeps, for 400 ms at first: as long as writing the file itself took here. With these settings it asks again
    * sooner, and gives up no earlier.
    */
  val client: Seq[(String, String)] = Seq(
    "dfs.client.block.write.locateFollowingBlock.initial.delay.ms" -> "10",
    "dfs.client.block.write.locateFollowingBlock.retries" -> "10"
  )

  /** A reliable checkpoint of an RDD that is not persisted: Spark computes the RDD for the action, then once more for
    * the files.
    */
  val plain = "plain"

  /** A reliable checkpoint of an RDD that the action caches. */
  val persisted = "persisted"

  /** A local checkpoint, on the executors' disks, in place of the cache's blocks. */
  val local = "local"

  private var found = Map.empty[String, Double]
  override def metrics(sc: SparkContext): Map[String, Double] = found

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    request.setting(folderKey).foreach(sc.setCheckpointDir)
    val way = request.setting(wayKey).getOrElse(persisted)
    val data = CheckpointData.of(request.args("data").str)
    val writers = request.int("writers")
    val seed = request.long("seed")
    val sizes = request.args("megabytes").arr.map(_.num.toLong).toSeq
    def checkpointed(size: Long): ujson.Value = {
      val computed = sc.longAccumulator("partitions computed")
      val rdd = records(sc, data, size * 1000000 / writers, writers, seed, computed)
      write(rdd, way, size, watch)
      // Otherwise the RDD would be read from the cache. After a local checkpoint the cache is the only copy.
      if (way != local) rdd.unpersist(blocking = true)
      val hash = measured("readSeconds")(sum(rdd, data))
      rdd.unpersist(blocking = true)
      rdd.getCheckpointFile.foreach(file =>
        new Path(file).getFileSystem(sc.hadoopConfiguration).delete(new Path(file), true)
      )
      add("computedTimes", computed.value.toDouble / (writers * sizes.size))
      ujson.Str(hash.toString)
    }
    found = Map.empty
    ujson.Arr.from(sizes.map(checkpointed))
  }

  private def records(
      sc: SparkContext,
      data: CheckpointData,
      bytes: Long,
      writers: Int,
      seed: Long,
      computed: LongAccumulator
  ): RDD[Any] = {
    val name = data.name
    sc.parallelize(0 until writers, writers).flatMap { n =>
      computed.add(1)
      CheckpointData.of(name).records(bytes, seed + n)
    }
  }

  private def write(rdd: RDD[Any], way: String, size: Long, watch: Stopwatch): Unit = way match {
    case `local` =>
      rdd.persist(StorageLevel.DISK_ONLY).localCheckpoint()
      watch.time("checkpoint")(rdd.count())
      ()
    case _ =>
      if (way == persisted) rdd.persist(StorageLevel.MEMORY_AND_DISK)
      rdd.checkpoint()
      watch.time("checkpoint")(rdd.count())
      val file = new Path(rdd.getCheckpointFile.get)
      val span = FileSpan.of(file.getFileSystem(rdd.sparkContext.hadoopConfiguration), file, "part-")
      found += s"$size.fileMBs" -> span.bytes / 1e6 / span.seconds
      found += s"$size.bytes" -> span.bytes.toDouble
      add("fileBytes", span.bytes.toDouble)
      add("fileSeconds", span.seconds)
      if (way == persisted) measured("serializeSeconds")(serialize(rdd))
  }

  /** Serializes with the checkpoint's own serializer, without a file. */
  private def serialize(rdd: RDD[Any]): Unit = rdd.sparkContext.runJob(
    rdd,
    { (records: Iterator[Any]) =>
      SparkEnv.get.serializer.newInstance().serializeStream(OutputStream.nullOutputStream()).writeAll(records).close()
    }
  ): Unit

  private def sum(rdd: RDD[Any], data: CheckpointData): Long = {
    val name = data.name
    rdd
      .mapPartitions { records =>
        val kind = CheckpointData.of(name)
        Iterator(records.foldLeft(0L)((sum, record) => sum + kind.hash(record)))
      }
      .fold(0L)(_ + _)
  }

  private def add(name: String, value: Double): Unit = found += name -> (found.getOrElse(name, 0.0) + value)

  private def measured[T](name: String)(work: => T): T = {
    val start = System.nanoTime
    try work
    finally add(name, (System.nanoTime - start) / 1e9)
  }
}
