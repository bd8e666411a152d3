package okibi.bench.job

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}

import scala.reflect.ClassTag

import okibi.bench.runner.Stats

import org.apache.spark.SparkConf

/** Serialises partitions of four kinds of records and reads them back, in memory, without compression, on one thread.
  *
  * Arguments: records, seed; the codec is the variant's [[SerializerJob.codecKey]]. Metrics: median nanoseconds of a
  * round trip a kind, as `<kind>Ns`, and its bytes, as `<kind>Bytes`.
  */
object SerializerJob extends Job {
  val codecKey = "bench.codec"
  private val warmUps = 4
  private val rounds = 7

  override def run(request: JobRequest): JobResult = {
    val conf = new SparkConf(false).setAll(request.conf)
    val codec = MeasuredCodec.all.toMap.apply(conf.get(codecKey))(conf)
    val kinds = Records.all(request.int("records"), request.long("seed")).map(kind => measure(codec, kind))
    JobResult(
      seconds = kinds.map(_.roundTripNs).sum / 1e9,
      answer = ujson.Obj.from(kinds.map(kind => kind.name -> ujson.Str(kind.hash.toString))),
      metrics = kinds.flatMap(kind => Seq(s"${kind.name}Ns" -> kind.roundTripNs, s"${kind.name}Bytes" -> kind.bytes.toDouble)).toMap)
  }

  private final case class Measured(name: String, roundTripNs: Double, bytes: Int, hash: Long)

  private def measure[T](codec: MeasuredCodec, kind: Records[T]): Measured = {
    implicit val tag: ClassTag[T] = kind.tag
    val out = new ByteArrayOutputStream(64 << 20)
    var hash = 0L
    def roundTrip(): Double = {
      out.reset()
      val start = System.nanoTime
      codec.write(kind.records.iterator, out)
      hash = 0L
      codec.read[T](new ByteArrayInputStream(out.toByteArray)).foreach(record => hash = 31 * hash + record.hashCode)
      (System.nanoTime - start).toDouble
    }
    for (_ <- 1 to warmUps) roundTrip()
    Measured(kind.name, Stats.median((1 to rounds).map(_ => roundTrip())), out.size, hash)
  }
}
