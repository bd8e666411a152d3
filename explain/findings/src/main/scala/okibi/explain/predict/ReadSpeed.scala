package okibi.explain.predict

import okibi.explain.facts.AppFacts

/** How fast a core deserializes cached blocks.
  *
  * @param serializer         as the machine profile names it
  * @param assumedMbPerSecond of a core of a machine that was not measured
  */
final case class ReadSpeed(serializer: String, assumedMbPerSecond: Double) {

  /** Bytes a millisecond. On a measured machine it is the geometric mean over kinds of records. */
  def bytesPerMs(app: AppFacts): Double = {
    val measured = app.machine.toSeq
      .flatMap(_.serializers)
      .filter(speed => speed.serializer == serializer && speed.readMbPerSecond > 0)
      .map(_.readMbPerSecond)
    1000 * (if (measured.isEmpty) assumedMbPerSecond else math.exp(measured.map(math.log).sum / measured.size))
  }
}

object ReadSpeed {

  /** Okibi's reading of blocks whose pages are in the page cache: between 500 and 3000 MB/s a core, by the records. */
  val okibi: ReadSpeed = ReadSpeed("okibi", 800)

  /** Spark's reading with Java's serializer: between 40 and 400 MB/s a core, by the records. */
  val javaSerializer: ReadSpeed = ReadSpeed("java", 100)
}
