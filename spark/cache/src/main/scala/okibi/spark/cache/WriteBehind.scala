package okibi.spark.cache

import java.io.OutputStream
import java.nio.channels.ClosedByInterruptException
import java.util.ArrayDeque
import java.util.concurrent.{Executors, RejectedExecutionException}
import java.util.concurrent.atomic.AtomicInteger

/** Streams to files that go in whole chunks, each written by a thread of ours while the task serialises the next, as long as there
  * are processors for both. Where every processor has a block to write, tasks write for themselves.
  *
  * The page cache takes chunks that begin and end with its pages a third faster than others. Thread-safe; a stream belongs to one
  * thread at a time.
  *
  * @param processors of this machine
  */
private[cache] final class WriteBehind(processors: Int) extends AutoCloseable {
  import WriteBehind._

  private val open = new AtomicInteger
  private val threads = Executors.newCachedThreadPool { work =>
    val thread = new Thread(work, "okibi-write-behind")
    thread.setDaemon(true)
    thread
  }

  /** A buffered stream, to be closed also when writing failed; closing it closes `out`, which gets the bytes in their order, by
    * one thread at a time.
    */
  def stream(out: OutputStream): OutputStream = new ChunkedStream(out)

  /** Ends the threads; open streams go on without. */
  override def close(): Unit = threads.shutdown()

  private def hasSpareProcessor: Boolean = 2 * open.get <= processors && !threads.isShutdown

  private final class ChunkedStream(out: OutputStream) extends OutputStream {
    private var chunk = new Array[Byte](firstBytes)
    private var filled = 0
    private var closed = false
    private val queue = new Queue(out)
    open.incrementAndGet()

    override def write(b: Int): Unit = {
      if (filled == chunk.length) makeRoom()
      chunk(filled) = b.toByte
      filled += 1
    }

    override def write(bytes: Array[Byte], offset: Int, length: Int): Unit = {
      var done = 0
      while (done < length) {
        if (filled == chunk.length) makeRoom()
        val n = math.min(length - done, chunk.length - filled)
        System.arraycopy(bytes, offset + done, chunk, filled, n)
        filled += n
        done += n
      }
    }

    /** Returns when all bytes so far are with `out`. */
    override def flush(): Unit = {
      queue.await()
      passOn()
      out.flush()
    }

    override def close(): Unit = if (!closed) {
      closed = true
      try if (!queue.failed) flush()
      finally {
        open.decrementAndGet()
        out.close()
      }
    }

    private def makeRoom(): Unit =
      if (chunk.length < chunkBytes) chunk = java.util.Arrays.copyOf(chunk, 2 * chunk.length)
      else if (hasSpareProcessor) {
        chunk = queue.add(chunk)
        filled = 0
      } else {
        queue.await()
        passOn()
      }

    private def passOn(): Unit = {
      val bytes = filled
      filled = 0
      if (bytes > 0) out.write(chunk, 0, bytes)
    }
  }

  /** Full chunks on their way to `out`, written in their order. Whoever meets an error leaves nothing to do but closing. */
  private final class Queue(out: OutputStream) {
    private val full = new ArrayDeque[Array[Byte]]
    private val empty = new ArrayDeque[Array[Byte]]
    private var writing = false
    private var error: Throwable = _

    def failed: Boolean = synchronized(error != null)

    /** Waits for room.
      *
      * @return another chunk, to be filled
      * @throws IOException that writing an earlier one ended with; for an interrupt the one that a channel throws
      */
    def add(chunk: Array[Byte]): Array[Byte] = synchronized {
      await(full.size < depth)
      full.add(chunk)
      if (!writing) {
        writing = true
        try threads.execute(() => writeAll())
        catch { case _: RejectedExecutionException => writeAll() }
      }
      if (empty.isEmpty) new Array[Byte](chunkBytes) else empty.poll()
    }

    /** Waits until all is written; throws as `add` does. */
    def await(): Unit = synchronized(await(!writing))

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
        try out.write(chunk, 0, chunkBytes)
        catch { case e: Throwable => synchronized { if (error == null) error = e } }
        chunk = next(chunk)
      }
    }

    /** Gives back what was written and takes the next to write; null when there is none. */
    private def next(written: Array[Byte]): Array[Byte] = synchronized {
      if (written != null) empty.add(written)
      val chunk = if (error == null) full.poll() else null
      writing = chunk != null
      notifyAll()
      chunk
    }
  }
}

private object WriteBehind {
  private val firstBytes = 16 << 10
  private val chunkBytes = 256 << 10

  /** Chunks that may wait to be written: enough to bridge the time that a thread needs to wake up. */
  private val depth = 4
}
