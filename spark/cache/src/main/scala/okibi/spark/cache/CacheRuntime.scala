package okibi.spark.cache

import java.io.{BufferedOutputStream, File, OutputStream}
import java.nio.channels.WritableByteChannel

import scala.reflect.ClassTag
import scala.util.control.NonFatal

import okibi.core.cost.CostBook
import okibi.core.metric.{CacheMetrics, Counters}
import okibi.core.reuse.ReuseView
import okibi.spark.cache.codec.{BlockCodec, CodecTiming, OwnCodec, RecordCodec, SparkCodec}
import okibi.spark.shims.{BlockStore, DiskQuota, OwnRecords}

import org.apache.spark.SparkEnv
import org.apache.spark.memory.MemoryMode
import org.apache.spark.okibi.LocalFiles
import org.apache.spark.serializer.Serializer
import org.apache.spark.storage.RDDBlockId
import org.apache.spark.storage.memory.StoreInstaller
import org.slf4j.LoggerFactory

/** The cache of one executor, which replaces Spark's own memory store. */
final class CacheRuntime private (
    val counters: Counters,
    val reuse: ReuseView,
    val costs: CostBook,
    val store: BlockStore,
    decisions: Decisions,
    format: RddFormat,
    threads: Seq[AutoCloseable]
) extends AutoCloseable {

  /** Whether memory has ever been short on this executor, so that decisions depend on what the driver foresees. */
  def contended: Boolean = decisions.contended

  /** Reads and writes the records of cached RDDs. */
  def codec: RecordCodec = format.codec

  /** A folder of this executor for short-lived files, on the device of its blocks. */
  def scratch: File = store.file(RDDBlockId(0, 0)).getParentFile

  /** Bytes that blocks in the heap may take if nothing else is stored. */
  def storageBytes: Long = store.capacityBytes(MemoryMode.ON_HEAP)

  /** Ends the threads. The store stays in place: tasks read its blocks until the executor ends. */
  override def close(): Unit = threads.foreach(_.close())
}

object CacheRuntime {
  private val log = LoggerFactory.getLogger("okibi")

  /** Puts the cache in place.
    *
    * @param own Okibi's own records that blocks may hold, if there are any
    * @return the cache, or the reason why Spark's own store stays in place
    */
  def install(
      env: SparkEnv,
      settings: CacheSettings,
      own: Option[OwnRecords]
  ): Either[StoreInstaller.Refusal, CacheRuntime] = {
    val counters = new Counters(CacheMetrics.all)
    val reuse = new ReuseView
    val costs = new CostBook
    val behind = if (settings.fast) Some(new WriteBehind(Runtime.getRuntime.availableProcessors)) else None
    def toFile(out: OutputStream, channel: Option[WritableByteChannel]): OutputStream =
      behind.map(_.stream(out, channel)).getOrElse(new BufferedOutputStream(out))
    var format: RddFormat = null
    val ledger = new Ledger(settings.admission.policy, reuse, costs, counters, rdd => format.codec.forget(rdd))
    val ownPuts = new OwnPuts
    val demand = new Demand(DiskQuota.shared)
    val decisions = new Decisions(settings, ledger, ownPuts, demand, counters)
    // Spark initializes plugins under the class loader that tasks run with.
    val tasksLoader = Thread.currentThread().getContextClassLoader
    def formatOf(spark: ClassTag[_] => Serializer): RddFormat = {
      def sparks(timing: CodecTiming) = new SparkCodec(spark, counters, timing)
      def fast(timing: CodecTiming): RecordCodec =
        try {
          val codec = new BlockCodec(env.conf, spark, counters, timing, readsOthers = false)
          codec.setDefaultClassLoader(tasksLoader)
          codec
        } catch {
          case e @ (NonFatal(_) | _: LinkageError) =>
            log.warn(s"Okibi leaves the records of cached RDDs to Spark's serializer: $e")
            sparks(timing)
        }
      def codec(timing: CodecTiming): RecordCodec = {
        val users = if (settings.fast) fast(timing) else sparks(timing)
        own.fold(users)(new OwnCodec(_, users, counters, timing))
      }
      format = new RddFormat(ledger, () => decisions.blockStore, ownPuts, codec, toFile)
      format
    }
    StoreInstaller.install(env, decisions, formatOf).map { store =>
      val cleaner =
        if (settings.cleaner && !writesToMemory)
          Some(new Cleaner(ledger, store, demand, () => format.tasksWriting, counters))
        else None
      new CacheRuntime(counters, reuse, costs, store, decisions, format, cleaner.toSeq ++ behind :+ demand)
    }
  }

  /** Whether a block that is written ahead of need takes memory twice. */
  private def writesToMemory: Boolean = {
    val folders = LocalFiles.directories.map(_.toPath)
    val found = folders.exists(LocalFiles.areInMemory)
    if (found)
      log.info(
        "Okibi writes no cached partition to disk before its memory is needed: of the local directories " +
          s"${folders.mkString(", ")} one is a tmpfs, which is memory itself"
      )
    found
  }
}
