package okibi.core.policy

import java.util

/** A Java collection's iterator as one of Scala's, in every version of Scala. */
private[policy] final class CollectionIterator[T](collection: util.Collection[T]) extends Iterator[T] {
  private val elements = collection.iterator()
  override def hasNext: Boolean = elements.hasNext
  override def next(): T = elements.next()
}
