package okibi.spark.shims

/** A product whose elements have names. Scala 2.12 does not ask for them. */
trait NamedElements extends Product {
  def elementNames: Seq[String]
}
