package okibi.bench.machine.probe

import java.io.{InputStream, OutputStream}

import scala.reflect.ClassTag

import okibi.core.metric.{CacheMetrics, Counters}
import okibi.spark.cache.codec.{BlockCodec, CodecTiming}

import org.apache.spark.SparkConf
import org.apache.spark.serializer.{JavaSerializer, KryoSerializer, Serializer}

/** A codec that writes the records of a partition and reads them back. */
trait MeasuredCodec {
  def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit
  def read[T: ClassTag](in: InputStream): Iterator[T]
}

object MeasuredCodec {
  val java = "java"
  val kryo = "kryo"
  val okibi = "okibi"

  /** Every codec with its name, in the order of a round. */
  val all: Seq[(String, SparkConf => MeasuredCodec)] = Seq(
    java -> (conf => new SparkCodec(new JavaSerializer(conf))),
    kryo -> (conf => new SparkCodec(new KryoSerializer(conf))),
    okibi -> (new OkibiCodec(_))
  )

  /** A serializer of Spark, used as Spark uses it for a block. */
  private final class SparkCodec(from: Serializer) extends MeasuredCodec {
    private val serializer = from.newInstance()

    override def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit =
      serializer.serializeStream(out).writeAll(records).close()

    override def read[T: ClassTag](in: InputStream): Iterator[T] =
      serializer.deserializeStream(in).asIterator.asInstanceOf[Iterator[T]]
  }

  /** Okibi's codec of cached blocks. Records that it cannot write fall back to Kryo and are measured so. */
  private final class OkibiCodec(conf: SparkConf) extends MeasuredCodec {
    private val rdd = 0
    private val codec = new BlockCodec(
      conf,
      _ => new KryoSerializer(conf),
      new Counters(CacheMetrics.all),
      new CodecTiming {
        override def wrote(rdd: Int, bytes: Long, serializeNs: Long, writeNs: Long): Unit = ()
        override def read(rdd: Int, bytes: Long, readNs: Long, deserializeNs: Long): Unit = ()
      },
      readsOthers = false
    )

    override def write[T: ClassTag](records: Iterator[T], out: OutputStream): Unit =
      codec.writer(rdd, out, implicitly[ClassTag[T]]).writeAll(records).close()

    override def read[T: ClassTag](in: InputStream): Iterator[T] = codec.read[T](rdd, in, implicitly[ClassTag[T]])
  }
}
