package okibi.spark.sql.prune

import java.util.Arrays

import okibi.spark.sql.stats.LongOrder

import org.apache.spark.sql.catalyst.expressions.{Expression, Predicate, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback

/** That a value is one of many, given by their keys: Spark's InSet of 100,000 numbers holds 100,000 objects, and ordering them takes longer than a small
  * table is read. Made when a scan is about to run, for the driver's index; no plan has it.
  *
  * @param keys  ascending, each once
  * @param order of the value's type
  */
private[sql] final case class InKeys(child: Expression, keys: Array[Long], order: LongOrder)
    extends UnaryExpression
    with Predicate
    with CodegenFallback {

  /** In Spark's internal form, ascending; made anew at each call. */
  def values: Seq[Any] = keys.toSeq.map(order.value)

  override protected def nullSafeEval(value: Any): Any = Arrays.binarySearch(keys, order.key(value)) >= 0

  override def toString: String = s"$child IN ${keys.length} keys"

  override protected def withNewChildInternal(newChild: Expression): InKeys = copy(child = newChild)
}
