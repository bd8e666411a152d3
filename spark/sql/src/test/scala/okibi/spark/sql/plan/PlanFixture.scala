package okibi.spark.sql.plan

import okibi.spark.kit.TaskCounter
import okibi.spark.sql.kit.SessionFixture

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** A session whose plans a suite looks into. */
abstract class PlanFixture extends SessionFixture with AdaptiveSparkPlanHelper {

  /** Okibi's scans in the plan of a query, also below adaptive execution. */
  protected def scans(query: DataFrame): Seq[PrunedTableScan] = {
    val plan: SparkPlan = query.queryExecution.executedPlan
    collect(plan) { case scan: PrunedTableScan => scan }
  }

  /** The number of tasks that the work starts. */
  protected def tasks(work: => Any): Int = TaskCounter.count(spark.sparkContext)(work)
}
