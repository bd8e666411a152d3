package okibi.spark.cache.codec

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import org.apache.spark.serializer.SerializationStream

/** Turns the records of one block into bytes and back. Thread-safe; its streams and iterators belong to one thread. */
trait RecordCodec {

  /** A stream for the records of a block of the RDD; closing it closes `out`, which need not be buffered. */
  def writer(rdd: Int, out: OutputStream, tag: ClassTag[_]): SerializationStream

  /** The records that `writer` wrote, or Spark's own serializer did. Closes `in` after the last one. */
  def read[T](rdd: Int, in: InputStream, tag: ClassTag[_]): Iterator[T]

  /** The RDD was unpersisted: nothing of it is remembered. */
  def forget(rdd: Int): Unit
}
