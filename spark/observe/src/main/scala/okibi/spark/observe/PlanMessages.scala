package okibi.spark.observe

import okibi.core.reuse.ReusePlan

/** An executor asks for the plan.
  *
  * @param version  of the plan that it has
  * @param counters what it has counted since it started and its gauges now, by metric name
  */
final case class PlanRequest(executorId: String, version: Long, counters: Map[String, Long])

/** @param plan       the newest, or nothing if the executor has it already
  * @param intervalMs the executor should not ask again sooner
  */
final case class PlanReply(plan: Option[ReusePlan], intervalMs: Int)
