package okibi.bench.job

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import okibi.core.metric.{CacheMetrics, Counters}
import okibi.spark.cache.codec.{BlockCodec, CodecTiming}

import org.apache.spark.SparkConf
import org.apache.spark.serializer.KryoSerializer

/** Something that writes the records of a partition and reads them back. */
trait MeasuredCodec {
  def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit
  def read[T: ClassTag](in: InputStream): Iterator[T]
}

object MeasuredCodec {
  val kryo = "kryo"
  val okibi = "okibi"

  /** Every codec that is compared, by the name of its variant, in the order of a round. */
  val all: Seq[(String, SparkConf => MeasuredCodec)] = Seq(kryo -> (new Kryo(_)), okibi -> (new Okibi(_)))

  /** Spark's Kryo serializer as Spark uses it for a block. */
  private final class Kryo(conf: SparkConf) extends MeasuredCodec {
    private val serializer = new KryoSerializer(conf).newInstance()

    override def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit =
      serializer.serializeStream(out).writeAll(records).close()

    override def read[T: ClassTag](in: InputStream): Iterator[T] =
      serializer.deserializeStream(in).asIterator.asInstanceOf[Iterator[T]]
  }

  /** Okibi's codec of cached blocks; what it cannot write falls back to Kryo and is measured as that. */
  private final class Okibi(conf: SparkConf) extends MeasuredCodec {
    private val rdd = 0
    private val codec = new BlockCodec(conf, _ => new KryoSerializer(conf), new Counters(CacheMetrics.all), new CodecTiming {
      override def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit = ()
      override def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit = ()
    })

    override def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit =
      codec.writer(rdd, out, implicitly[ClassTag[T]]).writeAll(records).close()

    override def read[T: ClassTag](in: InputStream): Iterator[T] = codec.read[T](rdd, in, implicitly[ClassTag[T]])
  }
}
