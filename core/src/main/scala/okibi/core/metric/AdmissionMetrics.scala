package okibi.core.metric

import okibi.core.metric.MetricUnit.Count
import okibi.core.reason.Reason

/** Counters of admission decisions: one for each of [[Reason.admissions]]. */
object AdmissionMetrics {
  private val byReason: Map[Reason, Metric] =
    Reason.admissions.map { reason =>
      reason -> Metric.counter(name(reason), Count, s"Decisions with the reason `${reason.code}`. ${reason.doc}")
    }.toMap

  val all: Seq[Metric] = Reason.admissions.map(byReason)

  def of(reason: Reason): Metric = byReason(reason)

  /** The reasons that occurred, each with its number of decisions, the most frequent first.
    *
    * @param figures values by metric name
    */
  def counts(figures: Map[String, Long]): Seq[(Reason, Long)] =
    Reason.admissions.map(reason => reason -> figures.getOrElse(of(reason).name, 0L)).filter(_._2 > 0).sortBy(-_._2)

  private def name(reason: Reason): String = "decided" + reason.code.split('-').map(_.capitalize).mkString
}
