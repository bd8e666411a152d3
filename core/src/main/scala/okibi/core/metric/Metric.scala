package okibi.core.metric

/** A figure that Okibi counts, declared once.
  *
  * @param name stable name, lower camel case with its unit at the end
  * @param unit what it counts
  * @param doc  one sentence for users
  */
final case class Metric(name: String, unit: MetricUnit, doc: String)

sealed abstract class MetricUnit(val text: String)

object MetricUnit {
  case object Count extends MetricUnit("count")
  case object Bytes extends MetricUnit("bytes")
  case object Nanos extends MetricUnit("ns")
}
