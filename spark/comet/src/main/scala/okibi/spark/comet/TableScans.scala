package okibi.spark.comet

import okibi.spark.sql.arrow.ArrowForm
import okibi.spark.sql.plan.PrunedTableScan

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec

/** Which plans yield columns that are copied in bulk. */
private[comet] object TableScans {

  /** The forms of the columns that a plan yields; nothing unless it scans a cached table in Okibi's format, and each column
    * has a form.
    */
  def forms(plan: SparkPlan): Option[Array[ArrowForm]] = plan match {
    case scan: PrunedTableScan if scan.yieldsTableVectors =>
      val forms = scan.schema.fields.map(field => ArrowForm.of(field.dataType))
      if (forms.forall(_.isDefined)) Some(forms.flatten) else None
    case stage: TableCacheQueryStageExec => forms(stage.plan)
    case _ => None
  }
}
