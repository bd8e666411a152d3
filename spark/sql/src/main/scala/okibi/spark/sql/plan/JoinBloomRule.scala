package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.catalyst.optimizer.InjectRuntimeFilter
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan, OneRowRelation}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.internal.SQLConf

/** Adds Spark's runtime Bloom filters (SPARK-32268) to plans that read only cached tables, from the size on at which
  * they pay for such tables. There a filter costs a scan of columns in memory, not of files.
  */
private[plan] object JoinBloomRule extends SQLConfHelper {
  val name = "okibi.tables.joinBloom"

  /** The least size of the table that is filtered. A filter takes a job of its own; in its time a smaller table is read
    * and shuffled.
    */
  private val applicationBytes = 320L << 20

  /** Small sides have at most some 100,000 keys. A filter of Spark's usual megabyte is a humongous object of G1 in each
    * task.
    */
  private val filterBits = 1L << 21

  def apply(plan: LogicalPlan): LogicalPlan = {
    val settings = new SessionSettings(conf)
    if (settings.scan && settings.joinBloom && plan.collectLeaves().forall(isCached))
      SQLConf.withExistingConf(eager(conf))(InjectRuntimeFilter(plan))
    else plan
  }

  private def isCached(leaf: LogicalPlan): Boolean = leaf match {
    case _: InMemoryRelation | _: LocalRelation | _: OneRowRelation => true
    case _ => false
  }

  /** The configuration with the smaller limits. A smaller value of the user stays. */
  private def eager(conf: SQLConf): SQLConf = {
    val copy = conf.clone()
    Seq(
      SQLConf.RUNTIME_BLOOM_FILTER_APPLICATION_SIDE_SCAN_SIZE_THRESHOLD -> applicationBytes,
      SQLConf.RUNTIME_BLOOM_FILTER_NUM_BITS -> filterBits,
      SQLConf.RUNTIME_BLOOM_FILTER_EXPECTED_NUM_ITEMS -> filterBits / 8
    ).foreach { case (key, most) => copy.setConfString(key.key, math.min(conf.getConf(key), most).toString) }
    copy
  }
}
