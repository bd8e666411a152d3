package okibi.spark.cache.codec

import java.io.OutputStream

import scala.reflect.ClassTag
import scala.util.control.NonFatal

import org.apache.fory.memory.MemoryBuffer
import org.apache.spark.serializer.SerializationStream

import okibi.spark.cache.codec.FrameFormat._

/** Writes the records of one block. Not thread-safe.
  *
  * A frame takes records of one kind; a record of another kind closes it. If that happens to a nearly empty frame, the
  * next frame is of a more general kind, so that mixed records do not end up in frames of one record.
  *
  * @param openSpark  opens Spark's own serializer on a stream
  * @param fellBack   whether Spark's serializer writes the RDD already
  * @param onFallback hears why Spark's serializer writes the rest of the block
  * @param onClose    hears the bytes, the serializing time and the writing time
  */
private[codec] final class BlockWriter(
    frames: FrameOutput,
    encoders: Encoders,
    openSpark: OutputStream => SerializationStream,
    fellBack: Boolean,
    onFallback: Throwable => Unit,
    onClose: (Long, Long, Long) => Unit
) extends SerializationStream {

  private var buffer = freshBuffer()
  private var encoder: FrameEncoder = NoEncoder
  private var inFrame = 0
  private var total = 0L
  private var tail: SerializationStream = if (fellBack) openTail() else null
  private val clock = new SampledClock
  private var closed = false

  override def writeObject[T: ClassTag](t: T): SerializationStream = {
    val start = clock.start()
    val framesNs = if (start == 0L) 0L else frames.frameNs
    if (tail ne null) tail.writeObject(t) else write(t.asInstanceOf[AnyRef])
    total += 1
    clock.stop(start, if (start == 0L) 0L else frames.frameNs - framesNs)
    this
  }

  override def writeAll[T: ClassTag](records: Iterator[T]): SerializationStream = {
    while (records.hasNext) {
      writeObject(records.next())
      if ((tail eq null) && encoder.generality < Anything) {
        val refused = fill(encoder, buffer, records)
        if (buffer.writerIndex >= TargetBytes) emit()
        if (refused ne Taken) writeObject(refused.asInstanceOf[T])
      }
    }
    this
  }

  override def flush(): Unit = {
    if (tail ne null) tail.flush() else emit()
    frames.flush()
  }

  override def close(): Unit = if (!closed) {
    closed = true
    if (tail ne null) tail.close() else emit()
    encoders.release()
    frames.end(total)
    frames.close()
    onClose(frames.bytes, clock.totalNs + frames.frameNs - frames.writeNs, frames.writeNs)
  }

  private def write(record: AnyRef): Unit = {
    val start = buffer.writerIndex
    try {
      if (encoder.write(record, buffer)) taken() else writeOtherwise(record)
    } catch {
      case e @ (NonFatal(_) | _: StackOverflowError | _: LinkageError) if encoder.generality == Anything =>
        giveUp(record, start, e)
    }
  }

  /** Writes records as long as the frame takes them and none is to be timed. A separate loop, because the JVM compiles
    * it well sooner than a loop that also holds all rare cases.
    *
    * @return the record that the frame did not take, or `Taken`
    */
  private def fill(into: FrameEncoder, buffer: MemoryBuffer, records: Iterator[Any]): AnyRef = {
    val most = clock.untimed
    var refused: AnyRef = Taken
    var count = 0
    try
      while (count < most && (refused eq Taken) && buffer.writerIndex < TargetBytes && records.hasNext) {
        val record = records.next().asInstanceOf[AnyRef]
        if (into.write(record, buffer)) count += 1 else refused = record
      }
    finally {
      inFrame += count
      total += count
      clock.skip(count)
    }
    refused
  }

  // The frame does not take the record: closes the frame and begins another one that does.
  private def writeOtherwise(record: AnyRef): Unit = {
    val tooEarly = inFrame > 0 && buffer.writerIndex < TargetBytes / 4
    val least = if (tooEarly) math.min(encoder.generality + 1, Anything) else 0
    emit()
    record match {
      case bytes: Array[Byte] if BytesFrame.isWhole(bytes) => frames.frame(WholeByteArray, 1, bytes, 0, bytes.length)
      case _ =>
        val found = encoders.candidates(record, least).exists { candidate =>
          encoder = candidate
          candidate.write(record, buffer)
        }
        if (found) taken()
    }
  }

  private def taken(): Unit = {
    inFrame += 1
    if (buffer.writerIndex >= TargetBytes) emit()
  }

  // The most general encoder failed. Cuts off what it wrote of the record; Spark's serializer continues from there.
  private def giveUp(record: AnyRef, start: Int, cause: Throwable): Unit = {
    buffer.writerIndex(if (inFrame == 0) HeaderBytes else start)
    emit()
    encoders.dropGeneric()
    onFallback(cause)
    tail = openTail()
    tail.writeObject[Any](record)
    ()
  }

  private def emit(): Unit = {
    if (inFrame > 0) {
      frames.frame(encoder.codec, inFrame, buffer)
      encoder.endFrame()
      inFrame = 0
      if (buffer.size > MaxKept) buffer = freshBuffer()
    }
    encoder = NoEncoder
  }

  private def openTail(): SerializationStream = openSpark(new SparkFrames.Output(frames, SparkTail))

  private def freshBuffer(): MemoryBuffer = {
    val fresh = MemoryBuffer.newHeapBuffer(2 * TargetBytes)
    fresh.writerIndex(HeaderBytes)
    fresh
  }

  private final val MaxKept = 1 << 20
  private final val Anything = 2

  /** Stands for no record. */
  private object Taken

  /** The encoder between frames. */
  private object NoEncoder extends FrameEncoder {
    override def codec: Int = End
    override def generality: Int = 0
    override def write(record: AnyRef, buffer: MemoryBuffer): Boolean = false
  }
}
