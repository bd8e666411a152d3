package okibi.explain.predict

import okibi.explain.facts.AppFacts

/** How fast a core makes objects of the bytes of cached blocks. */
object ReadSpeed {

  /** MB/s a core, of machines that were not measured: what Okibi reads of blocks whose pages are cached. */
  val okibi = 800.0

  /** Bytes a millisecond: of strings and vectors the geometric mean, where the machine was measured.
    *
    * @param serializer as in the machine profile
    * @param otherwise  MB/s of a machine that was not
    */
  def of(serializer: String, app: AppFacts, otherwise: Double): Double = {
    val measured =
      app.machine.toSeq
        .flatMap(_.serializers)
        .filter(speed => speed.serializer == serializer && speed.readMbPerSecond > 0)
        .map(_.readMbPerSecond)
    1000 * (if (measured.isEmpty) otherwise else math.exp(measured.map(math.log).sum / measured.size))
  }
}
