package okibi.core.docs

/** A document that is generated from declarations and stored in git.
  *
  * @param file   path from the root of the repository
  * @param render returns the whole text
  */
final case class GeneratedPage(file: String, render: () => String)

/** All generated documents. To add one, write a file like [[PolicyPage]] and add a line here. */
object GeneratedPage {
  val all: Seq[GeneratedPage] = Seq(PolicyPage.page, ConfPage.page, MetricPage.page)
}
