package okibi.bench.workload

import java.io.FileInputStream
import java.nio.file.{Files, Path, Paths}

import scala.collection.mutable

import okibi.bench.machine.probe.ProbeRecords
import okibi.bench.protocol.{JobRequest, Stopwatch}

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Writes RDDs to disk with `persist(DISK_ONLY)`, one after the other, and the same bytes without Spark: section 4.1 of
  * Tanimura and Ogawa, and section 3.5 of Zhang et al. (xSIG 2017). An RDD has one partition for each thread, all of
  * one size. Each partition repeats the same thousand records, so that making them costs next to nothing.
  *
  * The first RDD is written and read back once before, for the answer. The bytes of RDDs that stay are not written
  * without Spark; with the argument `plain` false, no bytes are.
  *
  * The element type is AnyRef: for an RDD[String], Spark takes Kryo whatever `spark.serializer` says.
  *
  * Arguments: records (`strings` or `vectors`), seed, writes: an array of [[PersistJob.Write]]. Metrics of each write
  * begin with its name, see [[PersistMetrics]]. The local directory and the serializer are the variant's.
  */
object PersistJob extends SparkJob("persist") {

  /** An RDD to write.
    *
    * @param name      of its phase and metrics, without spaces
    * @param megabytes payload of a partition
    * @param threads   that write at the same time, each a partition
    * @param keep      whether the RDD stays while the next RDDs are written
    */
  final case class Write(name: String, megabytes: Int, threads: Int, keep: Boolean = false) {
    def json: ujson.Obj = ujson.Obj("name" -> name, "megabytes" -> megabytes, "threads" -> threads, "keep" -> keep)
  }

  /** Arguments of a run without the writes without Spark, which take half of its time and need no warm JVM. */
  def withoutPlain(args: ujson.Obj): ujson.Obj =
    ujson.Obj.from(args.value.toSeq.filterNot(_._1 == plainKey) :+ (plainKey -> ujson.Bool(false)))

  private val plainKey = "plain"

  /** Bytes on disk at the same time, at most: serializers write up to 1.5 times the payload. */
  def diskBytes(writes: Seq[Write]): Long = {
    def bytes(write: Write): Long = write.megabytes * 1000000L * write.threads * 3 / 2
    writes.filter(_.keep).map(bytes).sum + writes.map(bytes).max
  }

  private var measured: Map[String, Double] = Map.empty

  override def run(sc: SparkContext, request: JobRequest, watch: Stopwatch): ujson.Value = {
    val kind = request.args("records").str
    val seed = request.long("seed")
    val comparesPlain = request.args.obj.get(plainKey).forall(_.bool)
    def isCompared(write: Write): Boolean = comparesPlain && !write.keep
    val writes = request
      .args("writes")
      .arr
      .toSeq
      .map(json => Write(json("name").str, json("megabytes").num.toInt, json("threads").num.toInt, json("keep").bool))
    val local = Paths.get(sc.getConf.get("spark.local.dir"))
    // Before the first write: starting a recording makes the JVM compile code anew.
    val recorder = new FileWriteRecorder
    val answer = read(records(sc, kind, seed, writes.head))
    val names = mutable.Map.empty[Int, String]
    val plain = mutable.Map.empty[String, PlainWrite]
    writes.foreach { write =>
      // Both compared writes find the page cache's memory in the state that a written and removed file leaves.
      if (isCompared(write))
        PlainWrite.run(local, write.threads, write.megabytes * 1000000L, Array[Byte](1), sync = false)
      val rdd = records(sc, kind, seed, write).persist(StorageLevel.DISK_ONLY)
      names(rdd.id) = write.name
      // Read to the end: Spark leaves the file of a block open that is not read to its end, and the file's pages stay
      // when the block is removed.
      watch.time(write.name)(rdd.count())
      if (!write.keep) {
        val block = blockFile(local, rdd.id)
        val (content, bytes) = (head(block), Files.size(block))
        rdd.unpersist(blocking = true)
        if (isCompared(write)) plain(write.name) = PlainWrite.run(local, write.threads, bytes, content, sync = true)
      }
    }
    val seen = recorder.stop(request.localDir)(path =>
      blockName.findFirstMatchIn(path).flatMap(found => names.get(found.group(1).toInt))
    )
    measured = writes.flatMap(write => PersistMetrics.of(write.name, seen(write.name), plain.get(write.name))).toMap
    answer
  }

  override def metrics(sc: SparkContext): Map[String, Double] = measured

  private val blockName = "rdd_(\\d+)_\\d+$".r

  private def records(sc: SparkContext, kind: String, seed: Long, write: Write): RDD[AnyRef] = {
    val recordCount = write.megabytes * 1000000L / ProbeRecords.payloadBytes(kind)
    sc.parallelize(0 until write.threads, write.threads).mapPartitions { _ =>
      val pool = ProbeRecords.of(kind, seed)
      new Iterator[AnyRef] {
        private var left = recordCount
        private var at = 0
        override def hasNext: Boolean = left > 0
        override def next(): AnyRef = {
          // Not the remainder of a long: that takes half as long again as serializing the record.
          val record = pool(at)
          at = if (at + 1 == pool.length) 0 else at + 1
          left -= 1
          record
        }
      }
    }
  }

  /** Writes an RDD and reads it back.
    *
    * @return number and hash of the records that were read
    */
  private def read(rdd: RDD[AnyRef]): ujson.Value = {
    rdd.persist(StorageLevel.DISK_ONLY)
    val (count, hash) = rdd
      .mapPartitions { block =>
        var (count, hash) = (0L, 0L)
        block.foreach { record =>
          count += 1
          hash = hash * 31 + record.hashCode
        }
        Iterator((count, hash))
      }
      .reduce((a, b) => (a._1 + b._1, a._2 + b._2))
    rdd.unpersist(blocking = true)
    ujson.Obj("records" -> count.toDouble, "hash" -> hash.toString)
  }

  private def blockFile(local: Path, rdd: Int): Path = {
    val files = Files.walk(local)
    try
      files
        .filter(_.getFileName.toString == s"rdd_${rdd}_0")
        .findFirst
        .orElseThrow(() => new IllegalStateException(s"no block of RDD $rdd under $local"))
    finally files.close()
  }

  private def head(file: Path): Array[Byte] = {
    val in = new FileInputStream(file.toFile)
    try in.readNBytes(64 << 10)
    finally in.close()
  }
}
