package org.apache.spark.okibi

import scala.xml.Node

import org.apache.spark.SparkContext
import org.apache.spark.ui.{SparkUI, SparkUITab, UIUtils, WebUIPage}

/** Spark's pages are private[spark]. What is attached to them is behind their access control, filters and redaction as Spark's own tabs are. */
object TabBridge {

  /** A page with a tab of its own; nothing where the application has no pages.
    *
    * @param name    of the tab, and of the page's path, in lower case
    * @param content made for each request, on a thread of the web server
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
