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
}

/** Told once a block, when its last record was written or read.
  *
  * `bytes` are serialised bytes, before compression and encryption.
  */
trait CodecTiming {
  def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit
  def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit
}
