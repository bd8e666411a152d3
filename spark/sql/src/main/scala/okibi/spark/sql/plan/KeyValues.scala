package okibi.spark.sql.plan

import java.util.Arrays

import scala.collection.mutable

import okibi.spark.sql.predicate.InKeys
import okibi.spark.sql.stats.LongOrder

import org.apache.spark.sql.catalyst.expressions.{Expression, InSet}
import org.apache.spark.unsafe.types.UTF8String

/** The distinct values of a key column. A plan keeps them for as long as the plan is referenced, so they take as little
  * of the heap as they can: eight bytes for each number.
  */
private[plan] sealed abstract class KeyValues {
  def size: Int

  /** The values in Spark's internal form; each call makes a new set. */
  def toSet: Set[Any]

  /** A predicate for the driver's index: the value of the column is among these. */
  def contain(column: Expression): Expression
}

/** @param keys ascending */
private[plan] final class LongKeyValues(keys: Array[Long], order: LongOrder) extends KeyValues {
  override def size: Int = keys.length
  override def toSet: Set[Any] = keys.iterator.map(order.value).toSet
  override def contain(column: Expression): Expression = InKeys(column, keys, order)
}

private[plan] final class AnyKeyValues(values: Array[Any]) extends KeyValues {
  override def size: Int = values.length
  override def toSet: Set[Any] = values.toSet
  override def contain(column: Expression): Expression = InSet(column, toSet)
}

private[plan] sealed abstract class KeyValuesBuilder {
  def add(value: Any): Unit

  /** The number of distinct values so far. */
  def size: Int

  def result: KeyValues
}

private[plan] object KeyValuesBuilder {

  /** A value that stays valid. The reader of rows reuses a row and the bytes of its texts. */
  def kept(value: Any): Any = value match {
    case text: UTF8String => text.copy()
    case other => other
  }
}

private[plan] final class LongKeyValuesBuilder(order: LongOrder) extends KeyValuesBuilder {
  private val keys = mutable.LongMap.empty[Null]

  override def add(value: Any): Unit = keys.update(order.key(value), null)
  override def size: Int = keys.size

  override def result: KeyValues = {
    val ascending = keys.keysIterator.toArray
    Arrays.sort(ascending)
    new LongKeyValues(ascending, order)
  }
}

private[plan] final class AnyKeyValuesBuilder extends KeyValuesBuilder {
  private val values = mutable.HashSet.empty[Any]

  override def add(value: Any): Unit = if (!values.contains(value)) values += KeyValuesBuilder.kept(value)
  override def size: Int = values.size
  override def result: KeyValues = new AnyKeyValues(values.toArray)
}
