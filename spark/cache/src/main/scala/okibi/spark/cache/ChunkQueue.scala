package okibi.spark.cache

import java.nio.ByteBuffer
import java.nio.channels.{ClosedByInterruptException, WritableByteChannel}
import java.util.ArrayDeque
import java.util.concurrent.{Executor, RejectedExecutionException}

/** Chunks on their way to one channel, written in their order. Whoever meets an error leaves nothing to do but closing. For one thread
  * that fills chunks, beside those that write them.
  *
  * @param pool    where chunks come from
  * @param writers threads that write
  */
private[cache] final class ChunkQueue(channel: WritableByteChannel, pool: ChunkPool, writers: Executor) {
  private val full = new ArrayDeque[ByteBuffer]
  private val empty = new ArrayDeque[ByteBuffer]
  private var writing = false
  private var error: Throwable = _

  def failed: Boolean = synchronized(error != null)

  /** Has a chunk written by another thread; waits for room.
    *
    * @return another chunk, to be filled
    * @throws IOException that writing an earlier one ended with; for an interrupt the one that a channel throws
    */
  def add(chunk: ByteBuffer): ByteBuffer = synchronized {
    await(full.size < ChunkQueue.depth)
    full.add(chunk)
    if (!writing) {
      writing = true
      try writers.execute(() => writeAll())
      catch { case _: RejectedExecutionException => writeAll() }
    }
    if (empty.isEmpty) pool.take() else empty.poll()
  }

  /** Writes a chunk on this thread, after all others, and empties it; throws as `add` does. */
  def passOn(chunk: ByteBuffer): Unit = {
    synchronized(await(!writing))
    try write(chunk)
    catch {
      case e: Throwable =>
        synchronized { error = e }
        throw e
    }
  }

  /** Gives all chunks back to the pool, when everything is written. */
  def giveBack(): Unit = synchronized {
    empty.forEach(pool.give(_))
    empty.clear()
  }

  private def await(condition: => Boolean): Unit = {
    try while (error == null && !condition) wait()
    catch {
      case _: InterruptedException =>
        error = new ClosedByInterruptException
        Thread.currentThread.interrupt()
    }
    if (error != null) throw error
  }

  private def writeAll(): Unit = {
    var chunk = next(null)
    while (chunk != null) {
      try write(chunk)
      catch { case e: Throwable => synchronized { if (error == null) error = e } }
      chunk = next(chunk)
    }
  }

  /** Gives back what was written and takes the next to write; null when there is none. */
  private def next(written: ByteBuffer): ByteBuffer = synchronized {
    if (written != null) empty.add(written)
    val chunk = if (error == null) full.poll() else null
    writing = chunk != null
    notifyAll()
    chunk
  }

  private def write(chunk: ByteBuffer): Unit = {
    chunk.flip()
    while (chunk.hasRemaining) channel.write(chunk)
    chunk.clear()
    ()
  }
}

private object ChunkQueue {

  /** Chunks that may wait to be written: enough to bridge the time that a thread needs to wake up. */
  private val depth = 4
}
