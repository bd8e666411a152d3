package okibi.spark.cache

import java.io.OutputStream
import java.nio.channels.{Channels, WritableByteChannel}
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

import okibi.spark.shims.DaemonThread

/** Streams that pass whole chunks to files. A thread of Okibi's writes each chunk while the task serializes the next
  * one, as long as there are processors for both. If every processor has a block to write, tasks write for themselves.
  *
  * The page cache takes chunks that begin and end with its pages a third faster than others. Thread-safe; a stream
  * belongs to one thread at a time.
  *
  * @param processors processors of this machine
  */
private[cache] final class WriteBehind(processors: Int) extends AutoCloseable {
  private val open = new AtomicInteger
  private val chunks = new ChunkPool(kept = 4 * processors)
  private val threads = Executors.newCachedThreadPool(DaemonThread.factory("okibi-write-behind"))

  /** A buffered stream. It must be closed even if writing failed. Closing it closes `out`. One thread at a time passes
    * the bytes to `out`, in their order.
    *
    * @param channel the channel that `out` writes to, if it is known; it saves a file a copy of the bytes
    */
  def stream(out: OutputStream, channel: Option[WritableByteChannel]): OutputStream =
    new ChunkedStream(out, channel.getOrElse(Channels.newChannel(out)))

  /** Ends the threads. Open streams continue without them. */
  override def close(): Unit = threads.shutdown()

  private def hasSpareProcessor: Boolean = 2 * open.get <= processors && !threads.isShutdown

  private final class ChunkedStream(out: OutputStream, channel: WritableByteChannel) extends OutputStream {
    private var chunk = chunks.take()
    private val queue = new ChunkQueue(channel, chunks, threads)
    private var closed = false
    open.incrementAndGet()

    override def write(b: Int): Unit = {
      if (!chunk.hasRemaining) makeRoom()
      chunk.put(b.toByte)
      ()
    }

    override def write(bytes: Array[Byte], offset: Int, length: Int): Unit = {
      var done = 0
      while (done < length) {
        if (!chunk.hasRemaining) makeRoom()
        val n = math.min(length - done, chunk.remaining)
        chunk.put(bytes, offset + done, n)
        done += n
      }
    }

    /** Returns when all bytes so far are passed to `out`. */
    override def flush(): Unit = {
      queue.passOn(chunk)
      out.flush()
    }

    override def close(): Unit = if (!closed) {
      closed = true
      try
        if (!queue.failed) {
          flush()
          // Not after a failure, because another thread may still be writing a chunk.
          queue.giveBack()
          chunks.give(chunk)
        }
      finally {
        open.decrementAndGet()
        out.close()
      }
    }

    private def makeRoom(): Unit = if (hasSpareProcessor) chunk = queue.add(chunk) else queue.passOn(chunk)
  }
}
