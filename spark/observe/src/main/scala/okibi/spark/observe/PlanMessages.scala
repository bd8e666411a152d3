package okibi.spark.observe

import okibi.core.reuse.ReusePlan

/** An executor asks for the plan.
  *
  * @param version  version of the plan that the executor has
  * @param counters what it has counted since it started, and its gauges now, by metric name
  */
final case class PlanRequest(executorId: String, version: Long, counters: Map[String, Long])

/** @param plan       the newest plan; None if the executor has it already
  * @param intervalMs least milliseconds until the executor asks again
  */
final case class PlanReply(plan: Option[ReusePlan], intervalMs: Int)
