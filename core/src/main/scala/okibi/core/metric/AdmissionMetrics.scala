package okibi.core.metric

import okibi.core.metric.MetricUnit.Count
import okibi.core.reason.Reason

/** How many decisions on a put each reason made: a counter for each of [[Reason.admissions]]. */
object AdmissionMetrics {
  private val byReason: Map[Reason, Metric] =
    Reason.admissions
      .map(reason => reason -> Metric.counter(name(reason), Count, s"Decisions `${reason.code}`. ${reason.doc}"))
      .toMap

  val all: Seq[Metric] = Reason.admissions.map(byReason)

  def of(reason: Reason): Metric = byReason(reason)

  /** The reasons that made a decision, the most frequent first, with how many.
    *
    * @param figures by metric name
    */
  def made(figures: Map[String, Long]): Seq[(Reason, Long)] =
    Reason.admissions.map(reason => reason -> figures.getOrElse(of(reason).name, 0L)).filter(_._2 > 0).sortBy(-_._2)

  private def name(reason: Reason): String = "decided" + reason.code.split('-').map(_.capitalize).mkString
}
