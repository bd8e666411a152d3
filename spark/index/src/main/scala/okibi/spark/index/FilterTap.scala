package okibi.spark.index

/** Hands on the elements of a partition and gathers their keys on the way. What is read to its end gives its outcome, once;
  * what is left half read gives nothing.
  */
private[index] final class FilterTap[T](
    elements: Iterator[T],
    builder: FilterBuilder[T],
    done: Either[String, Option[Array[Byte]]] => Unit
) extends Iterator[T] {
  private var adding, open = true

  override def hasNext: Boolean = {
    val more = elements.hasNext
    if (!more && open) {
      open = false
      done(builder.result())
    }
    more
  }

  override def next(): T = {
    val element = elements.next()
    if (adding) adding = builder.add(element)
    element
  }
}
