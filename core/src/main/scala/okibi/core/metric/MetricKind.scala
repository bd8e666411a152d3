package okibi.core.metric

/** How the value of a metric changes, and therefore how an application's total is formed.
  *
  * @param text             its name in documents
  * @param outlivesExecutor whether the total keeps the value of a lost executor
  * @param doc              one sentence for users
  */
sealed abstract class MetricKind(val text: String, val outlivesExecutor: Boolean, val doc: String)

object MetricKind {
  case object Counter
      extends MetricKind(
        "counter",
        true,
        "Only grows. The total is the sum over all executors that the application has had."
      )
  case object Timer
      extends MetricKind(
        "timer",
        true,
        "A time that only grows. The total is the sum over all threads of all executors that the application has had."
      )
  case object Gauge
      extends MetricKind(
        "gauge",
        false,
        "The current value. The total is the sum over the executors that are alive."
      )

  val all: Seq[MetricKind] = Seq(Counter, Timer, Gauge)
}
