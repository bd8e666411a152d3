package okibi.spark.cache.codec

import java.io.{FilterInputStream, FilterOutputStream, InputStream, OutputStream}

import scala.reflect.ClassTag

import okibi.core.metric.{CacheMetrics, Counters}

import org.apache.spark.serializer.{SerializationStream, Serializer}

/** Spark's own serializer and format, timed: for `spark.okibi.cache.serializer=spark` and for only watching.
  *
  * One record in `sample` is timed, and stands for the others.
  */
private[cache] final class SparkCodec(spark: ClassTag[_] => Serializer, counters: Counters, timing: CodecTiming) extends RecordCodec {
  private val sample = 32

  override def forget(rdd: Int): Unit = ()

  override def writer(rdd: Int, out: OutputStream, tag: ClassTag[_]): SerializationStream = {
    val counting = new CountingOutput(out)
    val stream = spark(tag).newInstance().serializeStream(counting)
    new SerializationStream {
      private var records = 0L
      private var sampledNs = 0L

      override def writeObject[T: ClassTag](record: T): SerializationStream = {
        if (records % sample == 0) {
          val writeBefore = counting.ns
          val startNs = System.nanoTime()
          stream.writeObject(record)
          sampledNs += System.nanoTime() - startNs - (counting.ns - writeBefore)
        } else stream.writeObject(record)
        records += 1
        this
      }

      override def flush(): Unit = stream.flush()

      override def close(): Unit = {
        stream.close()
        counters.add(CacheMetrics.serializeNs, sampledNs * sample)
        counters.add(CacheMetrics.writtenBytes, counting.bytes)
        timing.wrote(rdd, counting.bytes, sampledNs * sample, counting.ns)
      }
    }
  }

  override def read[T](rdd: Int, in: InputStream, tag: ClassTag[_]): Iterator[T] = {
    val counting = new CountingInput(in)
    val records = spark(tag).newInstance().deserializeStream(counting).asIterator.asInstanceOf[Iterator[T]]
    new Iterator[T] {
      private var read = 0L
      private var sampledNs = 0L
      private var more = true

      override def hasNext: Boolean = {
        if (more) {
          more = if (read % sample == 0) timed(records.hasNext) else records.hasNext
          if (!more) {
            counters.add(CacheMetrics.deserializeNs, sampledNs * sample)
            counters.add(CacheMetrics.readBytes, counting.bytes)
            timing.read(rdd, counting.bytes, counting.ns, sampledNs * sample)
          }
        }
        more
      }

      override def next(): T = {
        val record = records.next()
        read += 1
        record
      }

      private def timed(body: => Boolean): Boolean = {
        val readBefore = counting.ns
        val startNs = System.nanoTime()
        val result = body
        sampledNs += math.max(0L, System.nanoTime() - startNs - (counting.ns - readBefore))
        result
      }
    }
  }
}

/** Counts bytes and the time that the sink below takes for them. */
private final class CountingOutput(out: OutputStream) extends FilterOutputStream(out) {
  var bytes = 0L
  var ns = 0L

  override def write(b: Int): Unit = {
    out.write(b)
    bytes += 1
  }

  override def write(b: Array[Byte], off: Int, len: Int): Unit = {
    val startNs = System.nanoTime()
    out.write(b, off, len)
    ns += System.nanoTime() - startNs
    bytes += len
  }
}

/** Counts bytes and the time that the source below takes for them. */
private final class CountingInput(in: InputStream) extends FilterInputStream(in) {
  var bytes = 0L
  var ns = 0L

  override def read(): Int = {
    val b = in.read()
    if (b >= 0) bytes += 1
    b
  }

  override def read(b: Array[Byte], off: Int, len: Int): Int = {
    val startNs = System.nanoTime()
    val n = in.read(b, off, len)
    ns += System.nanoTime() - startNs
    if (n > 0) bytes += n
    n
  }
}
