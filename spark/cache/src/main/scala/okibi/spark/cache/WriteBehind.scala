package okibi.spark.cache

import java.io.OutputStream
import java.nio.channels.{Channels, WritableByteChannel}
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

import okibi.spark.shims.DaemonThread

/** Streams to files that go in whole chunks, each written by a thread of ours while the task serialises the next, as long as there
  * are processors for both. Where every processor has a block to write, tasks write for themselves.
  *
  * The page cache takes chunks that begin and end with its pages a third faster than others. Thread-safe; a stream belongs to one
  * thread at a time.
  *
  * @param processors of this machine
  */
private[cache] final class WriteBehind(processors: Int) extends AutoCloseable {
  private val open = new AtomicInteger
  private val chunks = new ChunkPool(kept = 4 * processors)
  private val threads = Executors.newCachedThreadPool(DaemonThread.factory("okibi-write-behind"))

  /** A buffered stream, to be closed also when writing failed; closing it closes `out`, which gets the bytes in their order, by
    * one thread at a time.
    *
    * @param channel what `out` writes to, where that is known: a file takes bytes from there without another copy
    */
  def stream(out: OutputStream, channel: Option[WritableByteChannel]): OutputStream =
    new ChunkedStream(out, channel.getOrElse(Channels.newChannel(out)))

  /** Ends the threads; open streams go on without. */
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

    /** Returns when all bytes so far are with `out`. */
    override def flush(): Unit = {
      queue.passOn(chunk)
      out.flush()
    }

    override def close(): Unit = if (!closed) {
      closed = true
      try
        if (!queue.failed) {
          flush()
          // Not after a failure: a thread of ours may still be writing one of them.
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
