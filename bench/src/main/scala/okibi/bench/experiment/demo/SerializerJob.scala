package okibi.bench.experiment.demo

import scala.reflect.ClassTag

import okibi.bench.machine.probe.{MeasuredCodec, ReusedBytes}
import okibi.bench.protocol.{JobRequest, JobResult, SubmittedJob}
import okibi.bench.runner.Stats

/** Serializes partitions of four kinds of records and reads them back, in memory, without compression, on one thread.
  *
  * Arguments: records, seed. The codec is the variant's [[SerializerJob.codecKey]]. Metrics of each kind: `<kind>Ns`,
  * the median nanoseconds of a round trip, and `<kind>Bytes`.
  */
object SerializerJob extends SubmittedJob {
  val codecKey = "bench.codec"
  private val warmUps = 12
  private val rounds = 15

  override def run(request: JobRequest): JobResult = {
    val conf = emptyConf.setAll(request.conf)
    val codec = MeasuredCodec.all.toMap.apply(conf.get(codecKey))(conf)
    val kinds = SampleRecords.all(request.int("records"), request.long("seed")).map(kind => measure(codec, kind))
    JobResult(
      seconds = kinds.map(_.roundTripNs).sum / 1e9,
      answer = ujson.Obj.from(kinds.map(kind => kind.name -> ujson.Str(kind.hash.toString))),
      metrics = kinds
        .flatMap(kind => Seq(s"${kind.name}Ns" -> kind.roundTripNs, s"${kind.name}Bytes" -> kind.bytes.toDouble))
        .toMap
    )
  }

  private final case class KindResult(name: String, roundTripNs: Double, bytes: Int, hash: Long)

  private def measure[T](codec: MeasuredCodec, kind: SampleRecords[T]): KindResult = {
    implicit val tag: ClassTag[T] = kind.tag
    val block = new ReusedBytes
    def read(): Iterator[T] = codec.read[T](block.toInputStream)
    def roundTrip(): Double = {
      block.reset()
      val start = System.nanoTime
      codec.write(kind.records.iterator, block)
      val back = read()
      while (back.hasNext) back.next()
      (System.nanoTime - start).toDouble
    }
    for (_ <- 1 to warmUps) roundTrip()
    val medianNs = Stats.median((1 to rounds).map(_ => roundTrip()))
    KindResult(kind.name, medianNs, block.size, read().foldLeft(0L)((hash, record) => 31 * hash + record.hashCode))
  }
}
