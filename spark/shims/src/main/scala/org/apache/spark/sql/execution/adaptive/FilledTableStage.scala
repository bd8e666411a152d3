package org.apache.spark.sql.execution.adaptive

import org.apache.spark.sql.execution.SparkPlan

/** The stage of adaptive execution that has filled a cached table, as a final plan shows it (SPARK-42101). It stands
  * over the scan that reads the table afterwards, because that scan knows more than the scan that Spark made the stage
  * of. Stages over equal scans are equal, whatever their ids.
  *
  * @param id   the number of the stage in its plan
  * @param plan the scan
  */
final class FilledTableStage private[adaptive] (override val id: Int, override val plan: SparkPlan)
    extends TableCacheQueryStageExec(id, plan) {
  override def nodeName: String = "TableCacheQueryStage"
  override def doCanonicalize(): SparkPlan = plan.canonicalized
}

object FilledTableStage {

  /** @param stage the stage that filled the table; its outcome is kept
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
