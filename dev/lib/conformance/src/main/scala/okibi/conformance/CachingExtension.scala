package okibi.conformance

import scala.util.control.NonFatal

import org.apache.spark.sql.{SparkSession, SparkSessionExtensions}
import org.apache.spark.sql.catalyst.AliasIdentifier
import org.apache.spark.sql.catalyst.plans.logical.{LeafNode, LogicalPlan, SubqueryAlias, View}

/** Caches every table and every view before the first query that reads it, as `CACHE LAZY TABLE` does:
  * `spark.sql.extensions=okibi.conformance.CachingExtension`. Spark drops or refills what it caches when a table or a
  * view changes.
  */
final class CachingExtension extends (SparkSessionExtensions => Unit) {

  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectCheckRule(session => new CachingExtension.CacheWhatIsRead(session))
}

object CachingExtension {

  /** To cache a table, Spark analyzes a plan that reads it. */
  private val isCaching = ThreadLocal.withInitial[java.lang.Boolean](() => false)

  /** Sees each analyzed plan. */
  private final class CacheWhatIsRead(session: SparkSession) extends (LogicalPlan => Unit) {

    override def apply(plan: LogicalPlan): Unit =
      if (!isCaching.get && !plan.isStreaming) {
        isCaching.set(true)
        try
          plan.collectWithSubqueries { case SubqueryAlias(name, _: View | _: LeafNode) => name }.foreach(cache)
        finally isCaching.set(false)
      }

    /** Spark refuses some names, of inline tables say, and some plans. They are read as ever. */
    private def cache(name: AliasIdentifier): Unit = {
      val quoted = (name.qualifier :+ name.name).map(part => s"`${part.replace("`", "``")}`").mkString(".")
      try if (!session.catalog.isCached(quoted)) session.catalog.cacheTable(quoted)
      catch { case NonFatal(_) => }
    }
  }
}
