package okibi.cli

/** Java's collections as Scala's, in the same way for Scala 2.12 and 2.13. */
private[cli] object JavaLists {
  def toSeq[T](values: java.lang.Iterable[T]): Seq[T] = {
    val builder = Seq.newBuilder[T]
    values.forEach(value => builder += value)
    builder.result()
  }
}
