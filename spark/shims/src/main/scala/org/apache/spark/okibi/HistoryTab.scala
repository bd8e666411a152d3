package org.apache.spark.okibi

import scala.util.Try
import scala.xml.{Node, Unparsed}

import com.fasterxml.jackson.annotation.JsonIgnore
import org.apache.spark.SparkConf
import org.apache.spark.scheduler.SparkListener
import org.apache.spark.status.{AppHistoryServerPlugin, ElementTrackingStore}
import org.apache.spark.ui.SparkUI
import org.apache.spark.util.kvstore.KVIndex

/** A tab in the History Server. Its page is made once, when a log is read, and stored beside what Spark derives from
  * that log. `AppHistoryServerPlugin`, the trait that the History Server looks for, is private[spark].
  *
  * @param name as in [[TabBridge.attach]]
  */
abstract class HistoryTab(name: String, title: String) extends AppHistoryServerPlugin {

  /** Whether this History Server shows the tab. If a plugin fails, the server does not show Spark's own pages either.
    */
  protected def isShown: Boolean

  /** A listener for the events of one log, and a function that makes the page's content after the last event. */
  protected def reader(): (SparkListener, () => Seq[Node])

  override def createListeners(conf: SparkConf, store: ElementTrackingStore): Seq[SparkListener] =
    if (!isShown) Nil
    else {
      val (listener, content) = reader()
      store.onFlush(store.write(new HistoryPage(content().map(_.toString).mkString)))
      Seq(listener)
    }

  override def setupUI(ui: SparkUI): Unit =
    if (isShown) Try(ui.store.store.read(classOf[HistoryPage], HistoryPage.key)).foreach { page =>
      TabBridge.attach(ui, name, title, () => Seq(Unparsed(page.html)))
    }

  /** Shows the tab after Spark's own tabs. */
  override def displayOrder: Int = 100
}

/** The stored page. All texts in `html` are escaped already. */
private[okibi] final class HistoryPage(val html: String) {
  @JsonIgnore @KVIndex
  def key: String = HistoryPage.key
}

private[okibi] object HistoryPage {
  val key = "okibi"
}
