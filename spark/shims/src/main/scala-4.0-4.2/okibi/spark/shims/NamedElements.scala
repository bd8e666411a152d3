package okibi.spark.shims

/** A product whose elements have names: a subclass of a case class with more elements has the names of the case class
  * alone, and fails when it is asked for others.
  */
trait NamedElements extends Product {
  def elementNames: Seq[String]

  override def productElementName(n: Int): String = elementNames(n)
}
