package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.catalyst.optimizer.InjectRuntimeFilter
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan, OneRowRelation}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.internal.SQLConf

/** Spark's runtime Bloom filters (SPARK-32268), from sizes on at which they pay for cached tables. Only for plans that read
  * nothing but cached tables: there a filter costs a scan of columns in memory, not of files.
  */
private[plan] object JoinBloomRule extends SQLConfHelper {
  val name = "okibi.tables.joinBloom"

  /** A filter is made by a job of its own, for which a smaller table would have been read and shuffled as well. */
  private val applicationBytes = 320L << 20

  /** Small sides have some 100,000 keys at most; a filter of Spark's usual megabyte is one of G1's humongous objects in each task. */
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

  /** A user who asks for less gets what he asks for. */
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
