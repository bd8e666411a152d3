package okibi.spark.sql.prune

import okibi.spark.sql.kit.SessionFixture
import okibi.spark.sql.predicate.Conjunct

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.plans.logical.Filter
import org.apache.spark.sql.execution.columnar.InMemoryRelation

/** A session whose cached tables are pruned. */
abstract class PruneFixture extends SessionFixture {

  /** The wrapped format; empty for Okibi's own. */
  protected def format: String = ""

  override protected def settings: Seq[(String, String)] = Seq("spark.okibi.tables.serializer" -> format)

  /** The index of the table that a query reads, and the query's conjuncts. */
  protected def index(query: DataFrame): Option[(TableIndex, Seq[Conjunct])] = {
    val plan = query.queryExecution.optimizedPlan
    val conjuncts = Conjunct.split(plan.collect { case filter: Filter => filter.condition })
    plan.collectFirst { case relation: InMemoryRelation => relation }.flatMap(TableIndexes.of).map(_ -> conjuncts)
  }

  /** The partitions that a query would read. */
  protected def kept(query: DataFrame): Seq[Int] = selection(query).kept.toSeq

  protected def selection(query: DataFrame): PartitionSelection = {
    val (found, conjuncts) = index(query).get
    found.select(conjuncts)
  }
}
