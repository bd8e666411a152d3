package okibi.spark.cache

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

import okibi.core.block.BlockKey

import org.apache.spark.memory.MemoryMode

/** Puts that were admitted and have not ended. Bytes that they were promised and have not taken yet are not free for
  * others. Thread-safe. Spark's block locks make sure that a block has one put at a time.
  */
private[cache] final class Grants {
  private val open = new ConcurrentHashMap[BlockKey, Grant]
  private val promisedOnHeap = new AtomicLong
  private val promisedOffHeap = new AtomicLong

  /** @param bytes    bytes that the put is promised; 0 if its size is unknown
    * @param freeOnly whether the put may use free memory only
    * @param fromDisk whether the records come from this executor's disk
    */
  def begin(block: BlockKey, mode: MemoryMode, bytes: Long, freeOnly: Boolean, fromDisk: Boolean): Unit = {
    promised(mode).addAndGet(bytes)
    open.put(block, new Grant(mode, bytes, freeOnly, fromDisk))
  }

  def find(block: BlockKey): Option[Grant] = Option(open.get(block))

  /** The put of the block has taken `bytes` more bytes. */
  def taken(block: BlockKey, bytes: Long): Unit = {
    val grant = open.get(block)
    if (grant != null) promised(grant.mode).addAndGet(-grant.take(bytes))
  }

  /** The put has ended, successfully or not. */
  def end(block: BlockKey): Option[Grant] = {
    val grant = open.remove(block)
    if (grant != null) promised(grant.mode).addAndGet(-grant.rest())
    Option(grant)
  }

  def promisedBytes(mode: MemoryMode): Long = promised(mode).get

  private def promised(mode: MemoryMode): AtomicLong =
    if (mode == MemoryMode.ON_HEAP) promisedOnHeap else promisedOffHeap
}

private[cache] final class Grant(val mode: MemoryMode, bytes: Long, val freeOnly: Boolean, val fromDisk: Boolean) {
  private var left = bytes
  private var total = 0L

  /** Bytes that the put has taken so far. */
  def takenBytes: Long = synchronized(total)

  /** Takes up to `wanted` bytes of the promise.
    *
    * @return bytes taken from the promise
    */
  def take(wanted: Long): Long = synchronized {
    total += wanted
    val now = math.min(wanted, left)
    left -= now
    now
  }

  def rest(): Long = synchronized {
    val now = left
    left = 0L
    now
  }
}
