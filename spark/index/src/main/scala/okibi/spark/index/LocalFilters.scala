package okibi.spark.index

import java.util

import okibi.core.metric.{Counters, IndexMetrics}
import okibi.spark.shims.DaemonThread

import org.apache.spark.SparkEnv
import org.apache.spark.okibi.BlockBridge
import org.slf4j.LoggerFactory

import scala.util.control.NonFatal

/** The filters of partitions that this executor computed, for partitions whose filters do not fit at the driver. When
  * the filters exceed their memory, the oldest are dropped. Filters of an RDD of which this executor has no block any
  * more are dropped within seconds. Thread-safe.
  */
private[spark] final class LocalFilters private (private val env: SparkEnv) {
  import LocalFilters._

  val counters: Counters =
    new Counters(IndexMetrics.executor, Map(IndexMetrics.executorFilterBytes -> (() => synchronized(bytes))))

  private val filters = new util.LinkedHashMap[FilterKey, Array[Byte]]
  private var bytes = 0L
  private var sweeping = false

  private[index] def put(index: IndexId, partition: Int, filter: Array[Byte], maxBytes: Long): Unit = synchronized {
    val key = FilterKey(index, partition)
    remove(key)
    if (cost(filter) <= maxBytes) {
      filters.put(key, filter)
      bytes += cost(filter)
      while (bytes > maxBytes) remove(filters.keySet.iterator.next())
      startSweeping()
    }
  }

  /** Whether the filter rules out that the partition holds one of the keys. */
  private[index] def ruleOut(index: IndexId, partition: Int, probe: KeyProbe): Boolean = {
    val filter = synchronized(filters.get(FilterKey(index, partition)))
    val ruled = filter != null && !probe.mayMatch(filter)
    if (ruled) counters.increment(IndexMetrics.blocksSkipped)
    ruled
  }

  private[index] def drop(index: IndexId): Unit = synchronized {
    val each = filters.entrySet.iterator
    while (each.hasNext) {
      val entry = each.next()
      if (entry.getKey.index == index) {
        bytes -= cost(entry.getValue)
        each.remove()
      }
    }
  }

  private[index] def size: Int = synchronized(filters.size)

  private def remove(key: FilterKey): Unit = {
    val old = filters.remove(key)
    if (old != null) bytes -= cost(old)
  }

  /** Drops filters of RDDs without blocks. Executors are not told when an RDD is unpersisted; its blocks are just
    * removed.
    */
  private[index] def sweep(): Unit = {
    val partitions = synchronized {
      val found = new util.HashMap[IndexId, util.List[Integer]]
      filters.keySet.forEach(key =>
        found.computeIfAbsent(key.index, _ => new util.ArrayList[Integer]).add(key.partition)
      )
      found
    }
    partitions.forEach { (index, known) =>
      var held = false
      val each = known.iterator
      while (!held && each.hasNext) held = BlockBridge.isStored(env, index.rdd, each.next())
      if (!held) drop(index)
    }
  }

  private def startSweeping(): Unit = if (!sweeping) {
    sweeping = true
    DaemonThread("okibi-index-sweep")(sweepWhileNeeded()).start()
  }

  private def sweepWhileNeeded(): Unit = {
    while (synchronized { sweeping = !filters.isEmpty && (SparkEnv.get eq env); sweeping }) {
      Thread.sleep(sweepMs)
      try sweep()
      catch { case NonFatal(e) => log.debug("could not sweep the filters of this executor", e) }
    }
  }
}

private[spark] object LocalFilters {
  private val log = LoggerFactory.getLogger("okibi")
  private val sweepMs = 5000L
  private var current: LocalFilters = _

  /** The filters of this JVM's running application. */
  def get: LocalFilters = of(SparkEnv.get)

  def of(env: SparkEnv): LocalFilters = synchronized {
    if (current == null || !(current.env eq env)) current = new LocalFilters(env)
    current
  }

  private final case class FilterKey(index: IndexId, partition: Int)

  /** Bytes of heap that an entry takes, with about a hundred bytes for the map. */
  private def cost(filter: Array[Byte]): Long = filter.length + 120L
}

/** Identifies an index beyond its application: the next application of the same JVM uses the ids of RDDs again.
  *
  * @param token drawn at random
  */
private[index] final case class IndexId(rdd: Int, token: Long)
