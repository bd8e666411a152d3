package okibi.bench.job

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import org.apache.spark.SparkConf
import org.apache.spark.serializer.KryoSerializer

/** Something that writes the records of a partition and reads them back. */
trait RecordCodec {
  def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit
  def read[T: ClassTag](in: InputStream): Iterator[T]
}

object RecordCodec {
  val kryo = "kryo"

  /** Every codec that is compared, by the name of its variant. */
  val all: Map[String, SparkConf => RecordCodec] = Map(kryo -> (conf => new KryoCodec(conf)))
}

/** Spark's Kryo serializer as Spark uses it for a block. */
private final class KryoCodec(conf: SparkConf) extends RecordCodec {
  private val serializer = new KryoSerializer(conf).newInstance()

  override def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit =
    serializer.serializeStream(out).writeAll(records).close()

  override def read[T: ClassTag](in: InputStream): Iterator[T] =
    serializer.deserializeStream(in).asIterator.asInstanceOf[Iterator[T]]
}
