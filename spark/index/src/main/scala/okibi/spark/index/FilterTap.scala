package okibi.spark.index

/** Passes on the elements of a partition and collects their keys. Reports the outcome once, when the partition was read
  * to its end. A partition that was read in part reports nothing.
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
