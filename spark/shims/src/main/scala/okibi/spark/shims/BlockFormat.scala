package okibi.spark.shims

import java.io.{InputStream, OutputStream}
import java.nio.channels.WritableByteChannel

import scala.reflect.ClassTag

import org.apache.spark.serializer.SerializationStream
import org.apache.spark.storage.RDDBlockId

/** The byte format of the blocks of cached RDDs. Its streams are inside Spark's compression; encryption is outside of
  * both. Thread-safe; the streams that it returns belong to one thread each.
  */
trait BlockFormat {

  /** A buffer in front of a block's file, and in front of the block's encryption if there is one. The buffer is closed
    * even if writing failed.
    *
    * @param channel the channel that `file` writes to, if it is known
    */
  def buffered(file: OutputStream, channel: Option[WritableByteChannel]): OutputStream

  /** Writes all records and closes `out`. */
  def write[T](block: RDDBlockId, out: OutputStream, records: Iterator[T], tag: ClassTag[T]): Unit

  /** A stream that takes the records one by one. Closing the stream closes `out`. */
  def writer(block: RDDBlockId, out: OutputStream, tag: ClassTag[_]): SerializationStream

  /** The records of a block that this format wrote, or that Spark's own format wrote. Closes `in` after the last
    * record.
    *
    * @param local whether the bytes come from a file of this executor's disk store
    */
  def read[T](block: RDDBlockId, in: InputStream, tag: ClassTag[T], local: Boolean): Iterator[T]
}
