package okibi.core.docs

/** A document that is generated from declarations and kept in git.
  *
  * @param file   path from the repository's root
  * @param render the whole text
  */
final case class GeneratedPage(file: String, render: () => String)

/** Every generated document; adding one is a file and a line here. */
object GeneratedPage {
  val all: Seq[GeneratedPage] = Seq(PolicyPage.page, ConfPage.page, MetricPage.page)
}
