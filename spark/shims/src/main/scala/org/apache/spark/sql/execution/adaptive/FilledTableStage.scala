package org.apache.spark.sql.execution.adaptive

import org.apache.spark.sql.execution.SparkPlan

/** Adaptive execution's stage that has filled a cached table, as a final plan shows it (SPARK-42101), over the scan that then reads the
  * table: that scan knows more than the one that Spark made the stage of. Stages over equal scans are equal, whatever their ids.
  *
  * @param id   the stage's number in its plan
  * @param plan the scan
  */
final class FilledTableStage private[adaptive] (override val id: Int, override val plan: SparkPlan)
    extends TableCacheQueryStageExec(id, plan) {
  override def nodeName: String = "TableCacheQueryStage"
  override def doCanonicalize(): SparkPlan = plan.canonicalized
}

object FilledTableStage {

  /** @param stage what filled the table; its outcome counts
    * @param scan  the scan to run
    */
  def apply(stage: TableCacheQueryStageExec, scan: SparkPlan): FilledTableStage = {
    val filled = new FilledTableStage(stage.id, scan)
    filled._resultOption = stage.resultOption
    filled._error = stage.error
    filled.copyTagsFrom(stage)
    filled
  }
}
