package okibi.spark.sql.prune

/** An iterator that shows each element to somebody as it passes, and does something once when there are no more. What is not
  * read to its end never gets there.
  */
private[prune] final class ObservedIterator[T](in: Iterator[T], see: T => Unit, end: () => Unit) extends Iterator[T] {
  private var ended = false

  def hasNext: Boolean = {
    val more = in.hasNext
    if (!more && !ended) {
      ended = true
      end()
    }
    more
  }

  def next(): T = {
    val element = in.next()
    see(element)
    element
  }
}

private[prune] object ObservedIterator {
  def apply[T](in: Iterator[T], see: T => Unit)(end: => Unit): ObservedIterator[T] =
    new ObservedIterator(in, see, () => end)
}
