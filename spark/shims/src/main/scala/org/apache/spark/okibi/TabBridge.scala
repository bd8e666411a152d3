package org.apache.spark.okibi

import scala.xml.Node

import org.apache.spark.SparkContext
import org.apache.spark.ui.{SparkUI, SparkUITab, UIUtils, WebUIPage}

/** Spark's pages are private[spark]. Access control, filters and redaction of Spark's own tabs apply to attached tabs
  * as well.
  */
object TabBridge {

  /** Attaches a page with a tab of its own. Does nothing if the application has no pages.
    *
    * @param name    name of the tab, and in lower case the path of the page
    * @param content makes the content for each request, on a thread of the web server
    */
  def attach(context: SparkContext, name: String, title: String, content: () => Seq[Node]): Unit =
    context.ui.foreach(attach(_, name, title, content))

  private[okibi] def attach(ui: SparkUI, name: String, title: String, content: () => Seq[Node]): Unit = {
    val tab = new SparkUITab(ui, name) {}
    tab.attachPage(new WebUIPage("") {
      override def render(request: Servlet.Request): Seq[Node] = UIUtils.headerSparkPage(request, title, content(), tab)
    })
    ui.attachTab(tab)
  }
}
