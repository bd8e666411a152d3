package okibi.spark.sql.table

import java.nio.MappedByteBuffer
import java.nio.channels.FileChannel
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}

import scala.collection.mutable.ArrayBuffer

import okibi.spark.sql.column.{BatchBuffer, UnsafeAccess}

/** A file's bytes in the address space, in segments, because one mapping is at most 2 GB long. Thread-safe. */
private[table] final class Mapping private (segments: Array[Mapping.Segment]) {
  private val mapped = new AtomicBoolean(true)

  /** Where the byte at `offset` of the file is. */
  def address(offset: Long): Long = {
    var i = segments.length - 1
    while (segments(i).offset > offset) i -= 1
    segments(i).address + (offset - segments(i).offset)
  }

  /** Ends the mapping, once. Nobody may read it any more: that would end the JVM. */
  def unmap(): Unit =
    if (mapped.compareAndSet(true, false)) {
      segments.foreach(segment => UnsafeAccess.free(segment.buffer))
      Mapping.live.addAndGet(-segments.length)
    }
}

private[table] object Mapping {

  /** Linux allows a process 65,530 mappings (vm.max_map_count), of which the JVM and native libraries need some. */
  val Limit: Int = 1 << 14

  /** A segment ends where a batch ends, before this many bytes. */
  val SegmentBytes: Long = 1L << 30

  private val live = new AtomicInteger

  /** Segments mapped at the moment, in all files. */
  def count: Int = live.get

  private final class Segment(val offset: Long, val end: Long, val buffer: MappedByteBuffer) {
    val address: Long = BatchBuffer.addressOf(buffer)
  }

  /** Whether one more file may be mapped. */
  def isRoom: Boolean = live.get < Limit

  /** @param ends where a segment ends, in ascending order; the last is the file's length
    * @throws java.io.IOException when the operating system refuses
    */
  def of(channel: FileChannel, ends: Seq[Long]): Mapping = {
    val segments = new ArrayBuffer[Segment]
    try
      ends.foreach { end =>
        val start = segments.lastOption.fold(0L)(_.end)
        segments += new Segment(start, end, channel.map(FileChannel.MapMode.READ_ONLY, start, end - start))
        live.incrementAndGet()
      }
    catch {
      case e: Throwable =>
        new Mapping(segments.toArray).unmap()
        throw e
    }
    new Mapping(segments.toArray)
  }
}
