package okibi.spark.sql.table

import java.nio.{ByteBuffer, MappedByteBuffer}
import java.nio.channels.FileChannel
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, LongAdder}

import scala.collection.mutable.ArrayBuffer

import okibi.spark.sql.column.{BatchBuffer, UnsafeAccess}

/** The bytes of a file in the address space, in segments, because one mapping has at most 2 GB. Thread-safe. */
private[table] final class Mapping private (segments: Array[Mapping.Segment]) {
  private val mapped = new AtomicBoolean(true)

  /** The address of an offset of the file. */
  def address(offset: Long): Long = {
    val segment = segmentOf(offset)
    segment.address + (offset - segment.offset)
  }

  /** Copies bytes of one batch to where the buffer stands, until the buffer is full. */
  def copy(offset: Long, to: ByteBuffer): Unit = {
    val segment = segmentOf(offset)
    val from = (offset - segment.offset).toInt
    val bytes = segment.buffer.duplicate()
    bytes.limit(from + to.remaining)
    bytes.position(from)
    to.put(bytes)
    ()
  }

  private def segmentOf(offset: Long): Mapping.Segment = {
    var i = segments.length - 1
    while (segments(i).offset > offset) i -= 1
    segments(i)
  }

  /** Ends the mapping; later calls do nothing. The JVM crashes if the mapping is read later. */
  def unmap(): Unit =
    if (mapped.compareAndSet(true, false)) {
      segments.foreach(segment => UnsafeAccess.free(segment.buffer))
      Mapping.live.addAndGet(-segments.length)
      segments.foreach(segment => Mapping.held.add(-segment.length))
    }
}

private[table] object Mapping {

  /** The largest number of segments of all files. Linux allows a process 65,530 mappings (vm.max_map_count), and the
    * JVM and native libraries need some of them.
    */
  val MaxSegments: Int = 1 << 14

  /** The largest size of a segment, unless one batch is larger. A segment ends where a batch ends. */
  val SegmentBytes: Long = 1L << 30

  /** The segments of all files that are mapped now. */
  private val live = new AtomicInteger
  private val held = new LongAdder

  /** The bytes of all files that are mapped now. */
  def heldBytes: Long = held.sum()

  private final class Segment(val offset: Long, val end: Long, val buffer: MappedByteBuffer) {
    val address: Long = BatchBuffer.addressOf(buffer)
    def length: Long = end - offset
  }

  /** Whether one more file may be mapped. */
  def isRoom: Boolean = live.get < MaxSegments

  /** Maps a file.
    *
    * @param ends the end of each segment, ascending; the last is the length of the file
    * @throws java.io.IOException if the operating system refuses
    */
  def of(channel: FileChannel, ends: Seq[Long]): Mapping = {
    val segments = new ArrayBuffer[Segment]
    try
      ends.foreach { end =>
        val start = segments.lastOption.fold(0L)(_.end)
        segments += new Segment(start, end, channel.map(FileChannel.MapMode.READ_ONLY, start, end - start))
        live.incrementAndGet()
        held.add(segments.last.length)
      }
    catch {
      case e: Throwable =>
        new Mapping(segments.toArray).unmap()
        throw e
    }
    new Mapping(segments.toArray)
  }
}
