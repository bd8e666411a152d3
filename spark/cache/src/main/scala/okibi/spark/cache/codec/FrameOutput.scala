package okibi.spark.cache.codec

import java.io.OutputStream
import java.nio.{ByteBuffer, ByteOrder}

import org.apache.fory.memory.MemoryBuffer

import okibi.spark.cache.codec.FrameFormat._

/** Writes the mark and whole frames, with one call to the stream for each frame. Counts bytes and time: `writeNs` is
  * the time of the stream, `frameNs` adds the time of the checksums.
  */
private[codec] final class FrameOutput(out: OutputStream) {
  private var markWritten = false
  private var written = 0L
  private var streamNs = 0L
  private var checkNs = 0L

  def bytes: Long = written
  def writeNs: Long = streamNs
  def frameNs: Long = streamNs + checkNs

  /** Writes the frame whose payload is in `buffer` after room for a header, and empties the buffer. */
  def frame(codec: Int, records: Int, buffer: MemoryBuffer): Unit = {
    val bytes = buffer.getHeapMemory
    val length = buffer.writerIndex - HeaderBytes
    writeHeader(bytes, 0, codec, length, records, checked(bytes, HeaderBytes, length))
    put(bytes, 0, HeaderBytes + length)
    buffer.writerIndex(HeaderBytes)
  }

  /** Writes a frame whose payload is part of an array, without a copy. */
  def frame(codec: Int, records: Int, payload: Array[Byte], offset: Int, length: Int): Unit = {
    val header = new Array[Byte](HeaderBytes)
    writeHeader(header, 0, codec, length, records, checked(payload, offset, length))
    put(header, 0, HeaderBytes)
    put(payload, offset, length)
  }

  /** Writes the last frame. */
  def end(records: Long): Unit = {
    val total = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(records).array()
    frame(End, 0, total, 0, total.length)
  }

  def flush(): Unit = timed(out.flush())
  def close(): Unit = timed(out.close())

  private def put(bytes: Array[Byte], offset: Int, length: Int): Unit = timed {
    if (!markWritten) {
      markWritten = true
      out.write(mark)
      written += mark.length
    }
    out.write(bytes, offset, length)
    written += length
  }

  private def checked(bytes: Array[Byte], offset: Int, length: Int): Int = {
    val start = System.nanoTime()
    val sum = crc(bytes, offset, length)
    checkNs += System.nanoTime() - start
    sum
  }

  private def timed(body: => Unit): Unit = {
    val start = System.nanoTime()
    body
    streamNs += System.nanoTime() - start
  }
}
