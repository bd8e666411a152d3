package okibi.spark.cache

import java.io.IOException

import scala.util.control.NonFatal

import okibi.core.metric.{CacheMetrics, Counters}
import okibi.spark.shims.{BlockStore, DaemonThread}

import org.apache.spark.memory.MemoryMode
import org.apache.spark.storage.RDDBlockId
import org.slf4j.LoggerFactory

/** Writes likely victims to disk ahead of need, on a thread of its own, so that dropping them later only removes a map
  * entry.
  *
  * It writes at most the bytes that `demand` and the disk quota allow, and only blocks whose level has disk, in the order in which they
  * would be dropped. It waits while tasks write blocks themselves, and longer after a write that was slow for this
  * disk, or that failed.
  */
private[cache] final class Cleaner(
    ledger: Ledger,
    store: BlockStore,
    demand: Demand,
    tasksWriting: () => Int,
    counters: Counters
) extends AutoCloseable {

  private val log = LoggerFactory.getLogger(classOf[Cleaner])
  @volatile private var running = true
  private var bestBytesPerNs = 0.0
  private var pauseMillis = 0L

  private val thread = DaemonThread("okibi-cleaner")(run())
  thread.start()

  private def run(): Unit =
    while (running)
      try {
        val bytes = demand.await(Cleaner.idleMillis, store.capacityBytes(MemoryMode.ON_HEAP))
        if (bytes > 0) clean(bytes)
        if (pauseMillis > 0) backOff()
      } catch {
        case _: InterruptedException => running = false
        case NonFatal(e) =>
          if (running) log.warn(s"Okibi could not write cached partitions ahead of need and tries again later: $e")
          pauseMillis = Cleaner.longestPauseMillis
      }

  private def clean(bytes: Long): Unit = {
    val likely = ledger
      .order(bytes, MemoryMode.ON_HEAP, resident => resident.hasDisk && !resident.clean && !resident.uncleanable)
      .iterator
    while (running && pauseMillis == 0 && tasksWriting() == 0 && likely.hasNext) {
      val key = likely.next()
      ledger.resident(key).filter(demand.mayClean).foreach { resident =>
        val startNs = System.nanoTime()
        val written =
          try store.writeThrough(RDDBlockId(key.rdd, key.partition))
          catch {
            // No error here is worth the loss of the executor. Dropping the block will meet the same error on a task's
            // thread.
            case e @ (NonFatal(_) | _: LinkageError | _: StackOverflowError) if running =>
              log.warn(s"Okibi could not write $key ahead of need: $e")
              resident.uncleanable = !e.isInstanceOf[IOException]
              pauseMillis = Cleaner.longestPauseMillis
              0L
          }
        if (written > 0) {
          resident.clean = true
          demand.cleaned(resident, written)
          counters.increment(CacheMetrics.cleaned)
          counters.add(CacheMetrics.cleanedBytes, resident.bytes)
          judge(written.toDouble / (System.nanoTime() - startNs))
        }
      }
    }
  }

  /** A write at less than a quarter of the best speed seen means that the disk is busy with other work. */
  private def judge(bytesPerNs: Double): Unit = {
    bestBytesPerNs = math.max(bestBytesPerNs, bytesPerNs)
    pauseMillis = if (bytesPerNs < bestBytesPerNs / 4) Cleaner.pauseMillis else 0L
  }

  private def backOff(): Unit = {
    synchronized(wait(pauseMillis))
    pauseMillis = 0L
  }

  override def close(): Unit = {
    running = false
    thread.interrupt()
  }
}

private object Cleaner {
  private val idleMillis = 1000L
  private val pauseMillis = 500L
  private val longestPauseMillis = 10000L
}
