package okibi.core.policy

import java.util

/** A walk through a Java collection. */
private[policy] final class CollectionIterator[T](through: util.Collection[T]) extends Iterator[T] {
  private val it = through.iterator()
  override def hasNext: Boolean = it.hasNext
  override def next(): T = it.next()
}
