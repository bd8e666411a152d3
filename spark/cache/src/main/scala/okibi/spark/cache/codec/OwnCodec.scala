package okibi.spark.cache.codec

import java.io.{DataInputStream, DataOutputStream, IOException, InputStream, OutputStream, PushbackInputStream}

import scala.reflect.ClassTag
import scala.util.control.NonFatal

import org.apache.spark.serializer.SerializationStream

import okibi.core.metric.{CacheMetrics, Counters}
import okibi.spark.cache.codec.FrameFormat._
import okibi.spark.shims.{DataHandle, OwnRecords}

/** Writes and reads blocks of Okibi's own records, and leaves all other blocks to `others`. The first record of a block
  * decides. The element class of the RDD cannot decide, because Spark sends replicas without it.
  *
  * {{{
  * block  = mark frame* end      (as in FrameFormat; the frames are cut out of one stream of records)
  * record = 1:1 record
  * }}}
  *
  * Blocks of a cached table in another format begin with a mark, too. A block of a cached table that begins with
  * anything else is damaged, and is not passed to a serializer that would trust it: Kryo allocates whatever a few
  * damaged bytes claim, which ends an executor.
  */
private[cache] final class OwnCodec(own: OwnRecords, others: RecordCodec, counters: Counters, timing: CodecTiming)
    extends RecordCodec {

  override def writer(rdd: Int, out: OutputStream, tag: ClassTag[_]): SerializationStream = new SerializationStream {
    private var stream: SerializationStream = _

    override def writeObject[T: ClassTag](record: T): SerializationStream = {
      if (stream == null)
        stream = if (own.contains(record)) new OwnWriter(rdd, new FrameOutput(out)) else othersWriter()
      stream.writeObject(record)
      this
    }

    override def writeAll[T: ClassTag](records: Iterator[T]): SerializationStream = {
      if (records.hasNext) {
        writeObject(records.next())
        stream.writeAll(records)
      }
      this
    }

    private def othersWriter(): SerializationStream = {
      if (DataHandle.mayBe(tag.runtimeClass)) out.write(othersMark)
      others.writer(rdd, out, tag)
    }

    override def flush(): Unit = if (stream == null) out.flush() else stream.flush()

    override def close(): Unit = {
      if (stream == null)
        stream =
          if (DataHandle.mayBe(tag.runtimeClass)) new OwnWriter(rdd, new FrameOutput(out))
          else others.writer(rdd, out, tag)
      stream.close()
    }
  }

  override def read[T](rdd: Int, in: InputStream, tag: ClassTag[_], onFailure: Throwable => Unit): Iterator[T] = {
    val whole = new PushbackInputStream(in, startBytes)
    val first = whole.readNBytes(startBytes)
    val isMarked = first.startsWith(othersMark)
    whole.unread(if (isMarked) first.drop(othersMark.length) else first)
    if (isOwn(first)) new WatchedIterator(new OwnReader[T](rdd, new FrameInput(whole)), onFailure)
    else if (!isMarked && DataHandle.mayBe(tag.runtimeClass))
      throw new IOException(
        s"Cached block: it should hold a cached table, but its first ${first.length} bytes do not. " +
          "The block is damaged or was cut short; Spark computes it again if it can."
      )
    else others.read(rdd, whole, tag, onFailure)
  }

  /** Whether the bytes are the mark and the kind of this codec's first frame. The first frame of a block without
    * records is its last frame.
    */
  private def isOwn(first: Array[Byte]): Boolean =
    first.length == startBytes && first.startsWith(mark) && (first.last == OwnTail || first.last == End)

  private val startBytes = mark.length + 1

  /** Stands before a cached table's block that `others` write: this format's mark with a version that no format has. */
  private val othersMark = mark.init :+ 0.toByte

  override def forget(rdd: Int): Unit = others.forget(rdd)

  private final class OwnWriter(rdd: Int, frames: FrameOutput) extends SerializationStream {
    private val bytes = new SparkFrames.Output(frames, OwnTail)
    private val data = new DataOutputStream(bytes)
    private var records = 0L
    private var spentNs = 0L

    override def writeObject[T: ClassTag](record: T): SerializationStream = {
      if (!own.contains(record))
        throw new IllegalStateException(
          s"A cached block of RDD $rdd: got a record of ${record.getClass.getName} after $records of Okibi's own. " +
            "This is a bug in Okibi, please report it."
        )
      timed {
        data.writeByte(1)
        own.write(record, data)
      }
      records += 1
      this
    }

    override def flush(): Unit = timed(bytes.flush())

    override def close(): Unit = {
      timed {
        bytes.close()
        frames.end(records)
        frames.close()
      }
      counters.add(CacheMetrics.writtenBytes, frames.bytes)
      counters.add(CacheMetrics.serializeNs, spentNs - frames.writeNs)
      timing.wrote(rdd, frames.bytes, spentNs - frames.writeNs, frames.writeNs)
    }

    private def timed(body: => Unit): Unit = {
      val startNs = System.nanoTime()
      body
      spentNs += System.nanoTime() - startNs
    }
  }

  private final class OwnReader[T](rdd: Int, frames: FrameInput) extends Iterator[T] {
    private val startNs = System.nanoTime()
    frames.foreignStart()
    frames.next()
    private val data = new DataInputStream(new SparkFrames.Input(frames, OwnTail))
    private var spentNs = System.nanoTime() - startNs
    private var records = 0L
    private var ready: Option[T] = None
    private var done = false

    override def hasNext: Boolean = ready.nonEmpty || (!done && advance())

    override def next(): T = {
      if (!hasNext) throw new NoSuchElementException("next after the last record of a cached block")
      val record = ready.get
      ready = None
      record
    }

    private def advance(): Boolean = {
      val startNs = System.nanoTime()
      if (data.read() < 0) done = true
      else {
        ready = Some(record())
        records += 1
      }
      spentNs += System.nanoTime() - startNs
      if (done) end()
      !done
    }

    private def record(): T =
      try own.read(data).asInstanceOf[T]
      catch { case NonFatal(e) => throw frames.damaged(s"record $records cannot be read ($e)", e) }

    private def end(): Unit = {
      val expected = frames.recordsInBlock
      frames.close()
      if (records != expected) throw frames.damaged(s"$records of $expected records were read")
      counters.add(CacheMetrics.readBytes, frames.bytes)
      counters.add(CacheMetrics.deserializeNs, spentNs - frames.readNs)
      timing.read(rdd, frames.bytes, frames.readNs, spentNs - frames.readNs)
    }
  }
}
