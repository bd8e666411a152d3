package okibi.spark.cache

import java.nio.ByteBuffer
import java.util.concurrent.ArrayBlockingQueue

/** Chunks of bytes on their way to files, used again and again: outside the heap they are dear to make. Thread-safe.
  *
  * @param kept chunks that are kept while nobody needs them
  */
private[cache] final class ChunkPool(kept: Int) {
  private val free = new ArrayBlockingQueue[ByteBuffer](kept)

  /** An empty chunk. It is outside the heap, from where the kernel copies it as it is; in the heap where there is no more direct memory. */
  def take(): ByteBuffer = free.poll() match {
    case null =>
      try ByteBuffer.allocateDirect(ChunkPool.chunkBytes)
      catch { case _: OutOfMemoryError => ByteBuffer.allocate(ChunkPool.chunkBytes) }
    case chunk => chunk
  }

  /** Takes a chunk back that nobody uses any more. */
  def give(chunk: ByteBuffer): Unit =
    if (chunk.isDirect) {
      chunk.clear()
      free.offer(chunk)
      ()
    }
}

private[cache] object ChunkPool {

  /** Whole pages, many enough that a call of the kernel costs nothing beside them, and few enough that what was just filled is still near. */
  val chunkBytes: Int = 256 << 10
}
