package org.apache.spark.okibi

import scala.util.Try
import scala.xml.{Node, Unparsed}

import com.fasterxml.jackson.annotation.JsonIgnore
import okibi.spark.shims.SparkBuild
import org.apache.spark.SparkConf
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.status.{AppHistoryServerPlugin, ElementTrackingStore}
import org.apache.spark.ui.SparkUI
import org.apache.spark.util.kvstore.KVIndex

/** A tab in the History Server: its page is made once, when a log is read, and kept with what Spark makes of that log. The trait that Spark asks for is private[spark].
  *
  * @param name as in [[TabBridge.attach]]
  */
abstract class HistoryTab(name: String, title: String) extends AppHistoryServerPlugin {

  /** What listens to the events of one log, and what makes the page's content after the last of them. */
  protected def reader(): (SparkListener, () => Seq[Node])

  /** None in a History Server that the jar was not built for: it would show none of its own pages either if this failed. */
  override def createListeners(conf: SparkConf, store: ElementTrackingStore): Seq[SparkListener] =
    if (!SparkBuild.isOurs) Nil
    else {
      val (listener, content) = reader()
      store.onFlush(store.write(new HistoryPage(content().map(_.toString).mkString)))
      Seq(listener)
    }

  override def setupUI(ui: SparkUI): Unit =
    if (SparkBuild.isOurs) Try(ui.store.store.read(classOf[HistoryPage], HistoryPage.key)).foreach { page =>
      TabBridge.attach(ui, name, title, () => Seq(Unparsed(page.html)))
    }

  /** After Spark's own tabs. */
  override def displayOrder: Int = 100
}

/** What is kept of it; `html` was made of texts that were escaped. */
private[okibi] final class HistoryPage(val html: String) {
  @JsonIgnore @KVIndex
  def key: String = HistoryPage.key
}

private[okibi] object HistoryPage {
  val key = "okibi"
}
