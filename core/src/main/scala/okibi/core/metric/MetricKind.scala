package okibi.core.metric

/** How a figure moves, and so what an application's total of it is.
  *
  * @param text             its name in documents
  * @param outlivesExecutor whether the figure of an executor that is gone still belongs to the total
  * @param doc              one sentence for users
  */
sealed abstract class MetricKind(val text: String, val outlivesExecutor: Boolean, val doc: String)

object MetricKind {
  case object Counter
      extends MetricKind(
        "counter",
        true,
        "Only grows: the total is the sum over all executors that the application has had."
      )
  case object Timer
      extends MetricKind(
        "timer",
        true,
        "Time that only grows: the total is the sum over all threads of all executors that the application has had."
      )
  case object Gauge
      extends MetricKind(
        "gauge",
        false,
        "What there is at the moment: the total is the sum over the executors that are alive."
      )

  val all: Seq[MetricKind] = Seq(Counter, Timer, Gauge)
}
