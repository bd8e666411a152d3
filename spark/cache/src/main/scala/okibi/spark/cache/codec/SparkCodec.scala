package okibi.spark.cache.codec

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import okibi.core.metric.{CacheMetrics, Counters}

import org.apache.spark.serializer.{SerializationStream, Serializer}

/** Spark's own serializer and format, timed: for `spark.okibi.cache.serializer=spark`, and for observing.
  *
  * One record in `sample` is timed and stands for the others.
  */
private[cache] final class SparkCodec(spark: ClassTag[_] => Serializer, counters: Counters, timing: CodecTiming)
    extends RecordCodec {
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

  override def read[T](rdd: Int, in: InputStream, tag: ClassTag[_], onFailure: Throwable => Unit): Iterator[T] = {
    val counting = new CountingInput(in)
    val records =
      new WatchedIterator(spark(tag).newInstance().deserializeStream(counting).asIterator, onFailure)
        .asInstanceOf[Iterator[T]]
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
