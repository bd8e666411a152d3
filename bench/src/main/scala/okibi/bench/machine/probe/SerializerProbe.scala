package okibi.bench.machine.probe

import okibi.core.machine.SerializerSpeed

import org.apache.spark.SparkConf

/** Measures serializers of cached blocks, both ways, in memory, on one thread. */
object SerializerProbe {
  private val seed = 1L
  private val repeats = 10

  def run(timer: RepeatTimer): Seq[SerializerSpeed] =
    for (kind <- ProbeRecords.kinds; (name, make) <- MeasuredCodec.all)
      yield speed(timer, name, make(new SparkConf(false)), kind)

  private def speed(timer: RepeatTimer, name: String, codec: MeasuredCodec, kind: String): SerializerSpeed = {
    val records = ProbeRecords.of(kind, seed)
    val block = new ReusedBytes
    def write(): Unit = codec.write(Iterator.fill(repeats)(records).flatMap(_.iterator), block)
    write()
    val megabytes = block.size / 1e6
    val writing = timer.perSecond(megabytes, block.reset())(write())
    val reading = timer.perSecond(megabytes)(codec.read[AnyRef](block.toInputStream).foreach(_ => ()))
    SerializerSpeed(name, kind, writing, reading)
  }
}
