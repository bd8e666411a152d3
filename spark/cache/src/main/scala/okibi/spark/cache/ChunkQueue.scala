package okibi.spark.cache

import java.nio.ByteBuffer
import java.nio.channels.{ClosedByInterruptException, WritableByteChannel}
import java.util.ArrayDeque
import java.util.concurrent.{Executor, RejectedExecutionException}

/** Chunks on their way to one channel, written in their order. After an error the only useful call is closing. One
  * thread fills chunks, while other threads write them.
  *
  * @param pool    provides the chunks
  * @param writers runs the writing
  */
private[cache] final class ChunkQueue(channel: WritableByteChannel, pool: ChunkPool, writers: Executor) {
  private val full = new ArrayDeque[ByteBuffer]
  private val empty = new ArrayDeque[ByteBuffer]
  private var writing = false
  private var error: Throwable = _

  def failed: Boolean = synchronized(error != null)

  /** Queues a chunk for another thread to write. Waits until the queue has room.
    *
    * @return another chunk, to be filled
    * @throws IOException with which an earlier write ended; after an interrupt the exception that a channel throws
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

  /** Writes a chunk on this thread, after all queued chunks, and empties it. Throws as `add` does. */
  def passOn(chunk: ByteBuffer): Unit = {
    synchronized(await(!writing))
    try write(chunk)
    catch {
      case e: Throwable =>
        synchronized { error = e }
        throw e
    }
  }

  /** Returns all chunks to the pool after everything is written. */
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

  /** Takes back the chunk that was written, and returns the next chunk to write; null if there is none. */
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

  /** Most chunks that may wait to be written: enough to bridge the time that a thread needs to wake up. */
  private val depth = 4
}
