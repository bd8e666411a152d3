package okibi.spark.cache.codec

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}

import scala.reflect.ClassTag

import org.apache.spark.SparkConf
import org.apache.spark.serializer.{JavaSerializer, KryoSerializer, Serializer}

import okibi.core.metric.{CacheMetrics, Counters}

/** A codec that writes to byte arrays. */
final class CodecFixture(settings: (String, String)*) {
  val conf: SparkConf = settings.foldLeft(new SparkConf(false)) { case (made, (key, value)) => made.set(key, value) }
  val counters = new Counters(CacheMetrics.all)

  private val own: Serializer =
    if (conf.get("spark.serializer", "").endsWith("KryoSerializer")) new KryoSerializer(conf)
    else new JavaSerializer(conf)

  val codec = new BlockCodec(conf, _ => own, counters, CodecTiming.none, readsOthers = false)

  def write(records: Iterator[Any], rdd: Int = 1): Array[Byte] = {
    val out = new ByteArrayOutputStream
    codec.writer(rdd, out, ClassTag.Any).writeAll(records).close()
    out.toByteArray
  }

  def read(block: Array[Byte], rdd: Int = 1): Iterator[Any] =
    codec.read[Any](rdd, new ByteArrayInputStream(block), ClassTag.Any)

  def roundTrip(records: Seq[Any]): Seq[Any] = read(write(records.iterator)).toList

  def fallbacks: Long = counters.value(CacheMetrics.fallbacks)

  /** The codes of the frames of a block, without the last frame. */
  def frames(block: Array[Byte]): List[Int] = {
    val input = new FrameInput(new ByteArrayInputStream(block))
    assert(input.foreignStart().isEmpty)
    Iterator.continually { input.next(); input.codec }.takeWhile(_ != FrameFormat.End).toList
  }
}

object CodecFixture {

  /** Equality that compares the elements of arrays, and distinguishes classes and +0.0 from -0.0. */
  def same(a: Any, b: Any): Boolean = (a, b) match {
    case (null, null) => true
    case (null, _) | (_, null) => false
    case (x: Array[_], y: Array[_]) =>
      x.getClass == y.getClass && x.length == y.length && x.indices.forall(i => same(x(i), y(i)))
    case (x: Seq[_], y: Seq[_]) =>
      x.getClass == y.getClass && x.length == y.length && x.zip(y).forall { case (p, q) => same(p, q) }
    case (x: Map[Any, Any] @unchecked, y: Map[Any, Any] @unchecked) =>
      x.getClass == y.getClass && x.size == y.size && x.forall { case (k, v) => same(v, y(k)) }
    case (x: Product, y: Product) =>
      x.getClass == y.getClass && x.productArity == y.productArity && x.productIterator.zip(y.productIterator).forall {
        case (p, q) => same(p, q)
      }
    case (x, y) => x.getClass == y.getClass && x == y
  }
}
