package okibi.spark.cache.codec

import java.io.{IOException, InputStream}

import scala.util.control.NonFatal

import org.apache.fory.memory.MemoryBuffer

import okibi.spark.cache.codec.FrameFormat._

/** Reads the records of one block, frame by frame. Not thread-safe.
  *
  * @param openSpark opens Spark's own serializer on a stream
  * @param onEnd     hears the bytes, the reading time and the deserializing time once, at the end of the block
  * @param onFailure hears what this iterator throws, before its caller does
  */
private[codec] final class BlockReader[T](
    frames: FrameInput,
    decoders: Int => FrameDecoder,
    openSpark: InputStream => Iterator[Any],
    onEnd: (Long, Long, Long) => Unit,
    onFailure: Throwable => Unit
) extends Iterator[T] {

  private val payload = MemoryBuffer.fromByteArray(new Array[Byte](0))
  private var records = new Array[AnyRef](0)
  private var at = 0
  private var count = 0
  private var total = 0L
  private var tail: Iterator[Any] = _
  private val tailClock = new SampledClock
  private var decodeNs = 0L
  private var done = false

  override def hasNext: Boolean = at < count || (!done && advance())

  override def next(): T =
    if (!hasNext) throw new NoSuchElementException("next after the last record of a cached block")
    else {
      val record = records(at)
      // Lets the collector free a record before the frame ends.
      records(at) = null
      at += 1
      record.asInstanceOf[T]
    }

  // Makes at least one record ready, or ends.
  private def advance(): Boolean =
    try step()
    catch {
      case NonFatal(e) =>
        onFailure(e)
        throw e
    }

  private def step(): Boolean =
    if (tail ne null) advanceTail()
    else {
      frames.next()
      frames.codec match {
        case End =>
          end()
          false
        case SparkTail =>
          tail = openSpark(new SparkFrames.Input(frames, SparkTail))
          advanceTail()
        case WholeByteArray =>
          ready(1)
          records(0) = frames.takePayload()
          true
        case codec =>
          decode(codec)
          true
      }
    }

  private def decode(codec: Int): Unit = {
    val start = System.nanoTime()
    ready(frames.records)
    payload.pointTo(frames.payload, 0, frames.length)
    payload.readerIndex(0)
    try decoders(codec).read(payload, frames.records, records)
    catch {
      case e @ (NonFatal(_) | _: LinkageError | _: StackOverflowError) =>
        throw frames.damaged(s"${frames.records} records of kind $codec cannot be read ($e)", e)
    }
    if (payload.readerIndex != frames.length)
      throw frames.damaged(
        s"${frames.records} records of kind $codec end at byte ${payload.readerIndex} of ${frames.length}"
      )
    decodeNs += System.nanoTime() - start
  }

  private def ready(number: Int): Unit = {
    if (number == 0) throw frames.damaged("a frame without records")
    if (records.length < number) records = new Array[AnyRef](math.max(number, 256))
    at = 0
    count = number
    total += number
  }

  private def advanceTail(): Boolean = {
    val start = tailClock.start()
    val readNs = frames.readNs
    val more = tail.hasNext
    if (more) {
      ready(1)
      records(0) = tail.next().asInstanceOf[AnyRef]
    }
    tailClock.stop(start, frames.readNs - readNs)
    if (!more) {
      if (frames.codec != End) throw frames.damaged("Spark's serializer stopped before the last record")
      end()
    }
    more
  }

  private def end(): Unit = {
    done = true
    val expected = frames.recordsInBlock
    frames.close()
    if (total != expected) throw frames.damaged(s"$total of $expected records were read")
    onEnd(frames.bytes, frames.readNs, decodeNs + tailClock.totalNs)
  }
}
