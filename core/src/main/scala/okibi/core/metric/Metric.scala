package okibi.core.metric

/** A figure that Okibi keeps, declared once.
  *
  * @param name stable name, lower camel case with its unit at the end
  * @param unit what it counts
  * @param kind how it moves, and what becomes of it when its executor is gone
  * @param doc  one sentence for users
  */
final case class Metric(name: String, unit: MetricUnit, kind: MetricKind, doc: String)

object Metric {
  def counter(name: String, unit: MetricUnit, doc: String): Metric = Metric(name, unit, MetricKind.Counter, doc)
  def gauge(name: String, unit: MetricUnit, doc: String): Metric = Metric(name, unit, MetricKind.Gauge, doc)
  def timer(name: String, doc: String): Metric = Metric(name, MetricUnit.Nanos, MetricKind.Timer, doc)
}

sealed abstract class MetricUnit(val text: String)

object MetricUnit {
  case object Count extends MetricUnit("count")
  case object Bytes extends MetricUnit("bytes")
  case object Nanos extends MetricUnit("ns")
}
