package okibi.spark.sql.prune

/** An iterator that shows each element to an observer, and tells the observer once that the iterator has no more
  * elements. The end is not told of an iterator that is not read to the end.
  */
private[prune] final class ObservedIterator[T](elements: Iterator[T], onElement: T => Unit, onEnd: () => Unit)
    extends Iterator[T] {
  private var ended = false

  def hasNext: Boolean = {
    val more = elements.hasNext
    if (!more && !ended) {
      ended = true
      onEnd()
    }
    more
  }

  def next(): T = {
    val element = elements.next()
    onElement(element)
    element
  }
}

private[prune] object ObservedIterator {
  def apply[T](elements: Iterator[T], onElement: T => Unit)(onEnd: => Unit): ObservedIterator[T] =
    new ObservedIterator(elements, onElement, () => onEnd)
}
