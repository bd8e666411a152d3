package okibi.core.metric

/** A metric, declared once.
  *
  * @param name stable name in lower camel case, which ends in its unit unless that is a count
  * @param kind how the value changes, and whether the total keeps it after the loss of its executor
  * @param doc  one sentence for users
  */
final case class Metric(name: String, unit: MetricUnit, kind: MetricKind, doc: String)

object Metric {
  def counter(name: String, unit: MetricUnit, doc: String): Metric = Metric(name, unit, MetricKind.Counter, doc)
  def gauge(name: String, unit: MetricUnit, doc: String): Metric = Metric(name, unit, MetricKind.Gauge, doc)
  def timer(name: String, doc: String): Metric = Metric(name, MetricUnit.Nanos, MetricKind.Timer, doc)
}

/** The unit of a metric's values.
  *
  * @param text its name in documents
  */
sealed abstract class MetricUnit(val text: String)

object MetricUnit {
  case object Count extends MetricUnit("count")
  case object Bytes extends MetricUnit("bytes")
  case object Nanos extends MetricUnit("ns")
}
