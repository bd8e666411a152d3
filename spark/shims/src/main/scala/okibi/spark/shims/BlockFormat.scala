package okibi.spark.shims

import java.io.{InputStream, OutputStream}
import java.nio.channels.WritableByteChannel

import scala.reflect.ClassTag

import org.apache.spark.serializer.SerializationStream
import org.apache.spark.storage.RDDBlockId

/** How the records of a cached RDD's block become bytes and back. Streams are inside Spark's compression; encryption is
  * outside of both. Thread-safe; the streams that it returns belong to one thread.
  */
trait BlockFormat {

  /** A buffer before the file of a block, and before its encryption where there is one. It is closed also when writing failed.
    *
    * @param channel that `file` writes to, where it is known
    */
  def buffered(file: OutputStream, channel: Option[WritableByteChannel]): OutputStream

  /** Writes all records and closes `out`. */
  def write[T](block: RDDBlockId, out: OutputStream, records: Iterator[T], tag: ClassTag[T]): Unit

  /** A stream to write the records one by one; closing it closes `out`. */
  def writer(block: RDDBlockId, out: OutputStream, tag: ClassTag[_]): SerializationStream

  /** The records of what was written by this format or by Spark's own; closes `in` after the last one.
    *
    * @param local whether the bytes come from a file of this executor's disk store
    */
  def read[T](block: RDDBlockId, in: InputStream, tag: ClassTag[T], local: Boolean): Iterator[T]
}
