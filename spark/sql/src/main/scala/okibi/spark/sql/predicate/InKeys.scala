package okibi.spark.sql.predicate

import java.util.Arrays

import okibi.spark.sql.stats.LongOrder

import org.apache.spark.sql.catalyst.expressions.{Expression, Predicate, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenFallback

/** Tests whether a value is among many constants, which are given by their keys. Spark's InSet of 100,000 numbers holds
  * 100,000 objects, and sorting them takes longer than reading a small table. Made when a scan is about to run, for the
  * driver's index; no plan contains it.
  *
  * @param keys  ascending, without duplicates
  * @param order of the value's type
  */
private[sql] final case class InKeys(child: Expression, keys: Array[Long], order: LongOrder)
    extends UnaryExpression
    with Predicate
    with CodegenFallback {

  override protected def nullSafeEval(value: Any): Any = Arrays.binarySearch(keys, order.key(value)) >= 0

  override def toString: String = s"$child IN ${keys.length} keys"

  override protected def withNewChildInternal(newChild: Expression): InKeys = copy(child = newChild)
}
