package okibi.spark.cache

import java.nio.ByteBuffer
import java.util.concurrent.ArrayBlockingQueue

/** Reuses chunks of bytes on their way to files, because chunks outside the heap are expensive to allocate.
  * Thread-safe.
  *
  * @param kept most chunks that the pool keeps while they are unused
  */
private[cache] final class ChunkPool(kept: Int) {
  private val free = new ArrayBlockingQueue[ByteBuffer](kept)

  /** An empty chunk. It is outside the heap, from where the kernel copies it directly; in the heap if there is no
    * direct memory left.
    */
  def take(): ByteBuffer = free.poll() match {
    case null =>
      try ByteBuffer.allocateDirect(ChunkPool.chunkBytes)
      catch { case _: OutOfMemoryError => ByteBuffer.allocate(ChunkPool.chunkBytes) }
    case chunk => chunk
  }

  /** Takes back a chunk that is no longer used. */
  def give(chunk: ByteBuffer): Unit =
    if (chunk.isDirect) {
      chunk.clear()
      free.offer(chunk)
      ()
    }
}

private[cache] object ChunkPool {

  /** Bytes of a chunk: whole pages, enough of them that a system call is negligible, few enough that a chunk that was
    * just filled is still in the processor's cache.
    */
  val chunkBytes: Int = 256 << 10
}
