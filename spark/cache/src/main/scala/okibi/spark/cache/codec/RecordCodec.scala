package okibi.spark.cache.codec

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import org.apache.spark.serializer.SerializationStream

/** Turns the records of one block into bytes and back. Thread-safe; its streams and iterators belong to one thread
  * each.
  */
trait RecordCodec {

  /** A stream for the records of a block of the RDD. Closing it closes `out`, which need not be buffered. */
  def writer(rdd: Int, out: OutputStream, tag: ClassTag[_]): SerializationStream

  /** The records that `writer` wrote, or that Spark's own serializer wrote. Closes `in` after the last record.
    *
    * @param onFailure hears what the iterator throws, before its caller does
    */
  def read[T](rdd: Int, in: InputStream, tag: ClassTag[_], onFailure: Throwable => Unit = _ => ()): Iterator[T]

  /** Forgets an RDD that was unpersisted. */
  def forget(rdd: Int): Unit
}
