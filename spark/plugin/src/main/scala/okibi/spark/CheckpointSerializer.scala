package okibi.spark

import java.io.{EOFException, InputStream, OutputStream}
import java.nio.ByteBuffer

import scala.reflect.ClassTag

import okibi.core.conf.CheckpointConf
import okibi.core.metric.{CacheMetrics, Counters}
import okibi.spark.cache.codec.{BlockCodec, CodecTiming, RecordCodec}

import org.apache.hadoop.fs.{FSDataInputStream, FSDataOutputStream}
import org.apache.spark.{SparkConf, SparkEnv}
import org.apache.spark.okibi.DelegatingSerializer
import org.apache.spark.serializer.{DeserializationStream, SerializationStream, Serializer, SerializerInstance}

/** Writes reliable checkpoints with Okibi's codec, and everything else with Spark's own serializer:
  *
  * {{{
  * spark.serializer = okibi.spark.CheckpointSerializer
  * spark.checkpoint.compress = false                     # Spark 4 compresses by default
  * }}}
  *
  * Spark writes checkpoints with the application's serializer and has no separate setting for them. This class
  * recognizes checkpoints by their streams, which are bare streams of Hadoop's files. With `spark.checkpoint.compress`
  * the streams are wrapped, and the other serializer writes them. Checkpoints that another serializer wrote are still
  * read, by the serializer of `spark.okibi.checkpoint.serializer`.
  *
  * Executors make their serializer before they fetch `spark.jars`: put Okibi's jar on `spark.executor.extraClassPath`
  * or among Spark's own jars.
  */
final class CheckpointSerializer private (@transient conf: SparkConf, others: Serializer)
    extends DelegatingSerializer(others) {
  def this(conf: SparkConf) = this(conf, CheckpointSerializer.inner(conf))

  // Each shuffle sends the serializer to tasks, so the codec is made only where a checkpoint needs it.
  @transient private lazy val codec =
    new BlockCodec(
      Option(conf).getOrElse(SparkEnv.get.conf),
      _ => others,
      new Counters(CacheMetrics.all),
      CodecTiming.none,
      readsOthers = true
    )

  override def newInstance(): SerializerInstance = new CheckpointInstance(others.newInstance(), () => codec)
}

private object CheckpointSerializer {
  private def inner(conf: SparkConf): Serializer = {
    val name = CheckpointConf.serializer.read(conf.getOption)
    val loader = Option(Thread.currentThread.getContextClassLoader).getOrElse(getClass.getClassLoader)
    val cls = Class.forName(name, true, loader)
    // As Spark makes its serializer: with the configuration as an argument, or without.
    val made =
      try cls.getConstructor(classOf[SparkConf]).newInstance(conf)
      catch { case _: NoSuchMethodException => cls.getConstructor().newInstance() }
    made.asInstanceOf[Serializer]
  }
}

private final class CheckpointInstance(others: SerializerInstance, codec: () => RecordCodec)
    extends SerializerInstance {
  override def serialize[T: ClassTag](value: T): ByteBuffer = others.serialize(value)
  override def deserialize[T: ClassTag](bytes: ByteBuffer): T = others.deserialize(bytes)
  override def deserialize[T: ClassTag](bytes: ByteBuffer, loader: ClassLoader): T = others.deserialize(bytes, loader)

  override def serializeStream(out: OutputStream): SerializationStream = out match {
    case file: FSDataOutputStream =>
      codec().forget(CheckpointInstance.rdd) // A fallback in one checkpoint says nothing about the next checkpoint.
      codec().writer(CheckpointInstance.rdd, file, ClassTag.Any)
    case _ => others.serializeStream(out)
  }

  override def deserializeStream(in: InputStream): DeserializationStream = in match {
    case file: FSDataInputStream =>
      val records = codec().read[Any](CheckpointInstance.rdd, file, ClassTag.Any)
      new DeserializationStream {
        override def readObject[T: ClassTag](): T =
          if (records.hasNext) records.next().asInstanceOf[T] else throw new EOFException
        override def close(): Unit = file.close()
      }
    case _ => others.deserializeStream(in)
  }
}

private object CheckpointInstance {

  /** A checkpoint's stream does not tell its RDD. */
  private val rdd = -1
}
